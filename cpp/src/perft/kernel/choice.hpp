#pragma once

#include <string>

#include "perft/kernel/kernel.hpp"

namespace damier {

/// What makes the counters of a kernel. Throws std::invalid_argument if it does not run here.
damier_kernel::Make* kernel_named(const std::string& name);

} // namespace damier
