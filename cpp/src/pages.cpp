#include "damier/pages.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <new>
#include <optional>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#else
#include <cstring>
#endif

namespace damier {
namespace {

constexpr std::uint64_t unknown = std::numeric_limits<std::size_t>::max();

/// The number in a file: behind a word, or the first thing there is.
std::optional<std::uint64_t> number_in(const std::string& path, const std::string& word = {}) {
    std::ifstream file(path);
    std::string read;
    while (!word.empty() && file >> read && read != word) {
    }
    std::uint64_t number = 0;
    if (file >> number) return number;
    return {};
}

/// What a group may still take: its limit less what it cannot give up. Files it has read count as
/// taken, those not in use can go.
std::uint64_t left_in_group(const std::string& folder, const std::string& limit,
                            const std::string& usage, const std::string& idle_files) {
    const auto most = number_in(folder + limit); // "max" where there is none
    const auto taken = number_in(folder + usage);
    if (!most || !taken) return unknown;
    const auto idle = number_in(folder + "/memory.stat", idle_files).value_or(0);
    const std::uint64_t kept = *taken - std::min(*taken, idle);
    return *most - std::min(*most, kept);
}

/// The least that a group and those it is in leave; inside a container, whose own group is the
/// root of what it sees, the path may lead nowhere.
template <class Left>
std::uint64_t left_on_path(const std::string& mount, std::string path, Left left) {
    std::uint64_t least = left(mount);
    for (; path.size() > 1; path.resize(path.rfind('/')))
        least = std::min(least, left(mount + path));
    return least;
}

/// docs.kernel.org: admin-guide/cgroup-v2, and admin-guide/cgroup-v1/memory.
std::uint64_t left_by_groups(const std::string& root) {
    const std::string groups = root + "/sys/fs/cgroup";
    std::uint64_t least = unknown;
    std::ifstream file(root + "/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) { // number:controllers:path
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        const std::string path = line.substr(second + 1);
        if (controllers == ",,")
            least = std::min(least, left_on_path(groups, path, [](const std::string& folder) {
                                 return left_in_group(folder, "/memory.max", "/memory.current",
                                                      "inactive_file");
                             }));
        else if (controllers.find(",memory,") != std::string::npos)
            least = std::min(
                least, left_on_path(groups + "/memory", path, [](const std::string& folder) {
                    return left_in_group(folder, "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                         "total_inactive_file");
                }));
    }
    return least;
}

} // namespace

std::uint64_t available_bytes(const std::string& root) {
    const auto kibibytes = number_in(root + "/proc/meminfo", "MemAvailable:");
    return std::min(kibibytes ? *kibibytes * 1024 : unknown, left_by_groups(root));
}

Pages take_pages(std::uint64_t bytes) {
    // On Linux an allocation succeeds even if there is no memory behind it.
    if (bytes >= available_bytes()) throw std::bad_alloc();
#if defined(__unix__) || defined(__APPLE__)
    void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    madvise(block, bytes, MADV_HUGEPAGE); // a hint
#endif
#else
    void* block = std::memset(::operator new(bytes, std::align_val_t{64}), 0, bytes);
#endif
    return {block, ReleasePages{bytes}};
}

void ReleasePages::operator()(void* block) const {
#if defined(__unix__) || defined(__APPLE__)
    munmap(block, bytes);
#else
    ::operator delete(block, std::align_val_t{64});
#endif
}

} // namespace damier
