#include "damier/kernels.hpp"

#include <cstdlib>
#include <stdexcept>

#include "perft/kernel/choice.hpp"

damier_kernel::TreeCounter::~TreeCounter() = default;

namespace damier {
namespace {

struct Kernel {
    const char* name;
    damier_kernel::Make* make;
    bool (*runs_here)();
};

bool always() { return true; }

#ifdef DAMIER_X86_KERNELS
bool has_avx2() { // lzcnt, which not every compiler can ask for, came with bmi
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

bool has_avx512() {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vpopcntdq");
}
#endif

/// The better ones last.
constexpr Kernel built_in[] = {
    {"plain", damier_kernel::make_plain, always},
#ifdef DAMIER_X86_KERNELS
    {"avx2", damier_kernel::make_avx2, has_avx2},
    {"avx512", damier_kernel::make_avx512, has_avx512},
#endif
};

} // namespace

std::vector<std::string> kernels() {
    std::vector<std::string> names;
    for (const Kernel& kernel : built_in) names.push_back(kernel.name);
    return names;
}

std::string kernel() {
    if (const char* wanted = std::getenv("DAMIER_KERNEL"); wanted && *wanted) {
        kernel_named(wanted);
        return wanted;
    }
    std::string best;
    for (const Kernel& kernel : built_in)
        if (kernel.runs_here()) best = kernel.name;
    return best;
}

damier_kernel::Make* kernel_named(const std::string& name) {
    std::string names;
    for (const Kernel& kernel : built_in) {
        if (!kernel.runs_here()) continue;
        if (name == kernel.name) return kernel.make;
        names += (names.empty() ? "" : ", ") + std::string(kernel.name);
    }
    throw std::invalid_argument("there is no kernel '" + name + "' for this machine, only " +
                                names + " (see DAMIER_KERNEL)");
}

} // namespace damier
