#include "damier/pages.hpp"

#include <filesystem>
#include <fstream>
#include <new>

#include "check.hpp"

namespace damier::tests {
namespace {

/// A folder that looks to the reader like the files of a system; gone at the end.
class System {
public:
    System() { std::filesystem::remove_all(root_); }
    ~System() { std::filesystem::remove_all(root_); }

    void file(const std::string& path, const std::string& text) const {
        const std::filesystem::path place = root_ + path;
        std::filesystem::create_directories(place.parent_path());
        std::ofstream(place) << text;
    }

    std::uint64_t available() const { return available_bytes(root_); }

private:
    const std::string root_ =
        (std::filesystem::temp_directory_path() / "damier-test-of-pages").string();
};

TEST(free_memory_is_what_the_machine_says) {
    const System system;
    system.file("/proc/meminfo", "MemTotal: 4096 kB\nMemFree: 100 kB\nMemAvailable:   2048 kB\n");
    CHECK(system.available() == 2048u * 1024);
}

TEST(a_container_leaves_its_limit_less_what_it_holds) {
    const System system;
    system.file("/proc/meminfo", "MemAvailable: 1000000 kB\n");
    system.file("/proc/self/cgroup", "0::/a.slice/b.scope\n");
    system.file("/sys/fs/cgroup/a.slice/b.scope/memory.max", "max\n");
    system.file("/sys/fs/cgroup/a.slice/b.scope/memory.current", "700\n");
    CHECK(system.available() == 1000000u * 1024);
    system.file("/sys/fs/cgroup/a.slice/memory.max", "5000\n");
    system.file("/sys/fs/cgroup/a.slice/memory.current", "1000\n");
    CHECK(system.available() == 4000u);
    system.file("/sys/fs/cgroup/a.slice/memory.stat", "anon 600\ninactive_file 300\n");
    CHECK(system.available() == 4300u);
    system.file("/sys/fs/cgroup/memory.max", "2000\n"); // as a container sees its own group
    system.file("/sys/fs/cgroup/memory.current", "2500\n");
    CHECK(system.available() == 0u);
}

TEST(groups_of_the_first_version_count_too) {
    const System system;
    system.file("/proc/self/cgroup", "5:cpu:/x\n4:memory,hugetlb:/docker/7\n0::/\n");
    system.file("/sys/fs/cgroup/memory/docker/7/memory.limit_in_bytes", "9000\n");
    system.file("/sys/fs/cgroup/memory/docker/7/memory.usage_in_bytes", "4000\n");
    system.file("/sys/fs/cgroup/memory/docker/7/memory.stat", "total_inactive_file 1500\n");
    CHECK(system.available() == 6500u);
}

TEST(pages_are_zero_and_more_than_there_is_is_refused) {
    const Pages pages = take_pages(1 << 20);
    const auto* bytes = static_cast<const unsigned char*>(pages.get());
    unsigned sum = 0;
    for (int i = 0; i < 1 << 20; ++i) sum += bytes[i];
    CHECK(sum == 0u);
    bool refused = false;
    try {
        take_pages(std::uint64_t{1} << 60);
    } catch (const std::bad_alloc&) {
        refused = true;
    }
    CHECK(refused);
}

} // namespace
} // namespace damier::tests
