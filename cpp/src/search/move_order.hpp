#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace damier {

/// Hands out the moves of a list by their indexes, the most promising first. Of equals the one
/// that stands first in the list comes first.
class MoveOrder {
public:
    void clear() {
        entries_.clear();
        next_ = 0;
    }
    void add(int promise) { entries_.push_back({promise, int(entries_.size())}); }

    bool empty() const { return next_ == entries_.size(); }

    int next() {
        std::size_t best = next_;
        for (std::size_t i = next_ + 1; i < entries_.size(); ++i)
            if (precedes(entries_[i], entries_[best])) best = i;
        std::swap(entries_[next_], entries_[best]);
        return entries_[next_++].index;
    }

    /// How many were handed out, and the index of one of them.
    std::size_t given() const { return next_; }
    int given(std::size_t nth) const { return entries_[nth].index; }

private:
    struct Entry {
        int promise;
        int index;
    };

    static bool precedes(const Entry& one, const Entry& other) {
        return one.promise > other.promise ||
               (one.promise == other.promise && one.index < other.index);
    }

    std::vector<Entry> entries_;
    std::size_t next_ = 0;
};

} // namespace damier
