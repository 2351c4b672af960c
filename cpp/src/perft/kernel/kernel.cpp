// Compiled once for each kernel, with the compiler flags of its processors and with DAMIER_KERNEL
// as its name; see kernel.hpp.
#define DAMIER_JOIN(a, b) a##b
#define DAMIER_NAME(prefix, name) DAMIER_JOIN(prefix, name)
#define damier DAMIER_NAME(damier_, DAMIER_KERNEL)

#include "perft/kernel/kernel.hpp"
#include "perft/kernel/tree_counter.hpp"

namespace damier_kernel {

std::unique_ptr<TreeCounter> DAMIER_NAME(make_, DAMIER_KERNEL)(const Rules& rules,
                                                               const TableMemory& table,
                                                               const std::atomic<bool>& stopped) {
    using namespace damier;
    auto make = [&]<class G>() -> std::unique_ptr<TreeCounter> {
        if (rules.routes)
            return std::make_unique<CoreTreeCounter<G, Convention::routes>>(table, stopped);
        return std::make_unique<CoreTreeCounter<G, Convention::moves>>(table, stopped);
    };
    if (rules.international) return make.template operator()<Geometry10>();
    return make.template operator()<Geometry8>();
}

} // namespace damier_kernel
