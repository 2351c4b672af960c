#pragma once

#include "kernel/kernel.hpp"

namespace damier {

/// What makes counters of the kernel in use; see kernels.hpp.
damier_kernel::Make* chosen_kernel();

} // namespace damier
