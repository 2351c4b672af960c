#pragma once

#include <atomic>
#include <cstdint>

#include "damier/pages.hpp"
#include "damier/position.hpp"
#include "damier/score.hpp"

namespace damier {

/// What a search found in a position.
struct Finding {
    Bound bound = Bound::none; ///< none: nothing is known
    int score = 0;
    int depth = 0;
    int move = 0; ///< where the best move stands in the list that `generate` makes

    constexpr bool operator==(const Finding&) const = default;
};

/// Findings of all threads of a search, by whole positions: no hash is believed.
///
/// A slot is four words: white, black, and kings with the side to move in the highest bit, each
/// joined by exclusive or with what a finding packed into the fourth word mixes to. Threads take no
/// locks. A slot that two of them wrote at once, each a part, does not come out as a position
/// anybody looks for; 64 mixed bits would have to agree by chance.
///
/// A bucket is two slots, one cache line. The first keeps the deepest finding of this search, the
/// second the latest of the others.
class SearchTable {
public:
    /// Takes the greatest power of two in `mebibytes`, 1 or more. Throws std::bad_alloc if there
    /// is not so much memory.
    explicit SearchTable(std::uint64_t mebibytes);

    Finding find(const Position& position) const;
    void store(const Position& position, const Finding& finding);

    /// Has a bucket fetched from memory while something else is done.
    void expect(const Position& position) const {
#if defined(__GNUC__)
        __builtin_prefetch(bucket(position));
#else
        (void)position;
#endif
    }

    /// What was found before a new search gives way first.
    void grow_older() { age_ = (age_ + 1) % ages; }

    void clear();

private:
    using Word = std::atomic<std::uint64_t>;

    static constexpr int ages = 64;
    static constexpr std::uint64_t words_of_slot = 4;

    Word* bucket(const Position& position) const;

    Pages pages_;
    Word* words_;
    std::uint64_t buckets_;
    int age_ = 0;
};

} // namespace damier
