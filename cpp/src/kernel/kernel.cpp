// Compiled once for each kernel, with the compiler flags of its processors and with DAMIER_KERNEL
// as its name; see kernel.hpp.
#define DAMIER_JOIN(a, b) a##b
#define DAMIER_NAME(prefix, name) DAMIER_JOIN(prefix, name)
#define damier DAMIER_NAME(damier_, DAMIER_KERNEL)

#include "kernel/kernel.hpp"
#include "kernel/tree_counter.hpp"

namespace damier_kernel {

std::unique_ptr<TreeCounter> DAMIER_NAME(make_, DAMIER_KERNEL)(const Rules& rules,
                                                               const std::atomic<bool>& stopped) {
    auto make = [&]<class G>() -> std::unique_ptr<TreeCounter> {
        using namespace damier;
        if (rules.routes)
            return std::make_unique<CoreTreeCounter<G, Convention::routes>>(stopped);
        return std::make_unique<CoreTreeCounter<G, Convention::moves>>(stopped);
    };
    if (rules.international) return make.template operator()<damier::Geometry10>();
    return make.template operator()<damier::Geometry8>();
}

} // namespace damier_kernel
