#pragma once

#include <string>
#include <vector>

namespace damier {

/// The kernels that were built in: "plain", which any processor runs, first. A kernel is the code
/// that counts trees, compiled for certain processors; all give the same counts.
std::vector<std::string> kernels();

/// The kernel that perft uses: the one that the environment variable DAMIER_KERNEL names, else the
/// best that this machine runs. Throws std::invalid_argument if it cannot run the one named.
std::string kernel();

} // namespace damier
