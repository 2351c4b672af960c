#include "search/table.hpp"

#include <bit>

namespace damier {
namespace {

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;

std::uint64_t kings_and_turn(const Position& position) {
    return position.kings | std::uint64_t(position.turn == Color::black) << 63;
}

std::uint64_t mix(std::uint64_t data) {
    data *= odd;
    return data ^ data >> 32;
}

std::uint64_t word(const std::atomic<std::uint64_t>* slot, int i) {
    return slot[i].load(std::memory_order_relaxed);
}

/// Score in 16 bits, depth in 8, bound in 2, age in 6, move in 16; never 0.
std::uint64_t packed(const Finding& finding, int age) {
    return std::uint64_t(std::uint16_t(finding.score)) | std::uint64_t(finding.depth) << 16 |
           std::uint64_t(finding.bound) << 24 | std::uint64_t(age) << 26 |
           std::uint64_t(finding.move) << 32;
}

int depth_of(std::uint64_t data) { return int(data >> 16 & 255); }
int age_of(std::uint64_t data) { return int(data >> 26 & 63); }

Finding unpacked(std::uint64_t data) {
    return {Bound(data >> 24 & 3), std::int16_t(std::uint16_t(data)), depth_of(data),
            int(data >> 32 & 0xffff)};
}

bool holds(const std::atomic<std::uint64_t>* slot, const Position& position, std::uint64_t data) {
    const std::uint64_t mask = mix(data);
    return (word(slot, 0) ^ mask) == position.white && (word(slot, 1) ^ mask) == position.black &&
           (word(slot, 2) ^ mask) == kings_and_turn(position);
}

} // namespace

SearchTable::SearchTable(std::uint64_t mebibytes)
    : pages_(take_pages(std::bit_floor(mebibytes) << 20)), words_(static_cast<Word*>(pages_.get())),
      buckets_((std::bit_floor(mebibytes) << 20) / sizeof(Word) / words_of_slot / 2) {}

Finding SearchTable::find(const Position& position) const {
    const Word* slot = bucket(position);
    for (int i = 0; i < 2; ++i, slot += words_of_slot) {
        const std::uint64_t data = word(slot, 3);
        if (holds(slot, position, data)) return unpacked(data);
    }
    return {};
}

void SearchTable::store(const Position& position, const Finding& finding) {
    Word* slot = bucket(position);
    const std::uint64_t first = word(slot, 3);
    if (age_of(first) == age_ && depth_of(first) > finding.depth && !holds(slot, position, first))
        slot += words_of_slot;
    const std::uint64_t data = packed(finding, age_);
    const std::uint64_t mask = mix(data);
    slot[0].store(position.white ^ mask, std::memory_order_relaxed);
    slot[1].store(position.black ^ mask, std::memory_order_relaxed);
    slot[2].store(kings_and_turn(position) ^ mask, std::memory_order_relaxed);
    slot[3].store(data, std::memory_order_relaxed);
}

void SearchTable::clear() {
    const std::uint64_t all = buckets_ * 2 * words_of_slot;
    for (std::uint64_t i = 0; i < all; ++i) words_[i].store(0, std::memory_order_relaxed);
    age_ = 0;
}

SearchTable::Word* SearchTable::bucket(const Position& position) const {
    std::uint64_t hash = position.white * odd;
    hash = (hash ^ hash >> 32 ^ position.black) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ hash >> 32 ^ kings_and_turn(position)) * 0x94d049bb133111eb;
    return words_ + (hash >> 20 & (buckets_ - 1)) * 2 * words_of_slot;
}

} // namespace damier
