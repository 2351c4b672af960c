#include "files.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace damier::training {
namespace {

template <class T>
void write(const std::string& path, const std::vector<T>& items) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(items.data()),
               std::streamsize(items.size() * sizeof(T)));
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

template <class T>
void read(const std::string& path, std::vector<T>& items) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw std::runtime_error("cannot read " + path);
    const auto bytes = std::size_t(file.tellg());
    if (bytes % sizeof(T)) throw std::runtime_error(path + " is damaged");
    const std::size_t before = items.size();
    items.resize(before + bytes / sizeof(T));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(items.data() + before), std::streamsize(bytes));
    if (!file) throw std::runtime_error("cannot read " + path);
}

} // namespace

void write_weights(const std::string& path, const std::vector<Weight>& weights) {
    write(path, weights);
}

std::vector<Weight> read_weights(const std::string& path, Variant variant) {
    std::vector<Weight> weights;
    read(path, weights);
    if (weights.size() != weight_count(variant))
        throw std::runtime_error(path + " has no weights for " + std::string(name(variant)));
    return weights;
}

void write_examples(const std::string& path, const std::vector<Example>& examples) {
    write(path, examples);
}

void read_examples(const std::string& path, std::vector<Example>& examples) {
    read(path, examples);
}

} // namespace damier::training
