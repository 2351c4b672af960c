#pragma once

#include <atomic>
#include <optional>

#include "damier/count.hpp"
#include "damier/position.hpp"
#include "perft/kernel/kernel.hpp"

namespace damier {

/// What a table remembers counts by. The convention and the variant are the same for all of it.
struct TableKey {
    Bitboard white;
    Bitboard black;
    Bitboard kings;
    bool black_to_move;
    int depth;
};

/// Counts of trees that were counted before, for all threads. A count is found only by its whole
/// position and depth: no hash is believed.
///
/// A slot is four words. Positions leave ten bits of a word free, which hold the depth, the side
/// to move, the lock, and what a count has beyond 64 bits:
///
///     word 0   white, depth (7 bits), side to move
///     word 1   black, bits 64 to 73 of the count
///     word 2   kings, bits 74 to 82 of the count, lock
///     word 3   bits 0 to 63 of the count
///
/// Threads write a slot, and believe what they read in it, only while they hold its lock, so
/// nobody believes half of one. Who finds a slot locked does without it and never waits; one
/// thread alone takes no locks.
///
/// A bucket is two slots, one cache line. The first keeps the deepest tree, the second the latest
/// of the others.
///
/// Memory costs time when it is first touched, so the table begins small and doubles when trees
/// push each other out. Half of them are found again after that, the others are counted anew.
class Table {
public:
    explicit Table(const damier_kernel::TableMemory& memory) : memory_(memory) {
        if (memory_.pushed_out) pushed_out_ = *memory_.pushed_out;
    }
    Table(const Table&) = delete;
    ~Table() {
        if (memory_.pushed_out) *memory_.pushed_out = pushed_out_;
    }

    std::optional<Count> find(const TableKey& key) const {
        Word* slot = bucket(key);
        for (int i = 0; i < 2; ++i, slot += 4) {
            if (word(slot, 0) != first_word(key)) continue; // likely a miss, without the lock
            if (!lock(slot)) continue;
            const bool same = word(slot, 0) == first_word(key) &&
                              (word(slot, 1) & squares) == key.black &&
                              (word(slot, 2) & squares) == key.kings;
            const Count count{word(slot, 3), word(slot, 1) >> 54 | (word(slot, 2) >> 54 & 511)
                                                                       << 10};
            unlock(slot, word(slot, 2));
            if (same) return count;
        }
        return {};
    }

    /// Has a bucket fetched from memory while something else is done.
    void expect(const TableKey& key) const {
#if defined(__GNUC__)
        __builtin_prefetch(bucket(key));
#else
        (void)key;
#endif
    }

    /// Does nothing with a count of 2^83 or more.
    void store(const TableKey& key, const Count& count) {
        if (count.high >= 1 << 19) return;
        Word* slot = bucket(key);
        if (depth(slot) > key.depth) slot += 4;
        if (depth(slot) > 0) grow_at_times();
        if (!lock(slot)) return;
        set(slot, 0, first_word(key));
        set(slot, 1, key.black | count.high << 54);
        set(slot, 3, count.low);
        unlock(slot, key.kings | count.high >> 10 << 54);
    }

private:
    using Word = std::atomic<std::uint64_t>;

    static constexpr Bitboard squares = bit(54) - 1;
    static constexpr std::uint64_t locked = bit(63);

    static std::uint64_t word(const Word* slot, int i) {
        return slot[i].load(std::memory_order_relaxed);
    }
    static void set(Word* slot, int i, std::uint64_t value) {
        slot[i].store(value, std::memory_order_relaxed);
    }

    static std::uint64_t first_word(const TableKey& key) {
        return key.white | std::uint64_t(key.depth) << 54 | std::uint64_t(key.black_to_move) << 61;
    }
    static int depth(const Word* slot) { return int(word(slot, 0) >> 54 & 127); }

    bool lock(Word* slot) const {
        if (!memory_.shared) return true;
        return !(slot[2].fetch_or(locked, std::memory_order_acquire) & locked);
    }
    /// Gives back the lock by setting the word that holds it.
    static void unlock(Word* slot, std::uint64_t value) {
        slot[2].store(value & ~locked, std::memory_order_release);
    }

    Word* bucket(const TableKey& key) const {
        std::uint64_t hash = first_word(key) * 0x9e3779b97f4a7c15;
        hash = (hash ^ (hash >> 32) ^ key.black) * 0xbf58476d1ce4e5b9;
        hash = (hash ^ (hash >> 32) ^ key.kings) * 0x94d049bb133111eb;
        const std::uint64_t used = memory_.used->load(std::memory_order_relaxed);
        return memory_.words + ((hash >> 20) & (used - 1)) * 8;
    }

    /// Called when a tree is about to be pushed out.
    void grow_at_times() {
        std::uint64_t used = memory_.used->load(std::memory_order_relaxed);
        if (++pushed_out_ < used || used == memory_.buckets) return;
        memory_.used->compare_exchange_strong(used, used * 2, std::memory_order_relaxed);
        pushed_out_ = 0;
    }

    damier_kernel::TableMemory memory_;
    std::uint64_t pushed_out_ = 0; ///< trees since this thread last let the table grow
};

} // namespace damier
