#include "endgame/pack.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "damier/movegen.hpp"
#include "endgame/index.hpp"
#include "endgame/table_file.hpp"

namespace damier::endgame {
namespace {

/// The chance that a bit is 0, in 65536ths, learned from the bits seen: the first count much, later
/// ones less, down to a twentieth.
class Chance {
public:
    std::uint32_t of_zero() const { return zero_; }
    bool likelier() const { return zero_ < half; }

    void learn(bool bit) {
        const int target = bit ? least : most;
        zero_ = std::uint16_t(zero_ + ((target - zero_) * weights[seen_] >> 14));
        if (seen_ < most_seen) ++seen_;
    }

private:
    static constexpr int half = 1 << 15;
    static constexpr int least = 64; // room to code what was never seen
    static constexpr int most = (1 << 16) - least;
    static constexpr std::uint16_t most_seen = 18;

    /// Of the next bit, by the bits seen: a half, a third, ..., in 16384ths.
    static constexpr auto weights = [] {
        std::array<int, most_seen + 1> table{};
        for (int seen = 0; seen <= most_seen; ++seen) table[std::size_t(seen)] = 16384 / (seen + 2);
        return table;
    }();

    std::uint16_t zero_ = half;
    std::uint16_t seen_ = 0;
};

/// Binary arithmetic coding: each bit narrows an interval in proportion to its chance; bytes that
/// both ends agree on are written, or read.
class Interval {
protected:
    /// Narrows to the part of a bit.
    void narrow(bool bit, std::uint32_t middle) { (bit ? low_ : high_) = middle + bit; }

    std::uint32_t middle(const Chance& chance) const {
        return low_ + std::uint32_t(std::uint64_t(high_ - low_) * chance.of_zero() >> 16);
    }

    bool agreed() const { return (low_ ^ high_) >> 24 == 0; }

    void shift() {
        low_ <<= 8;
        high_ = high_ << 8 | 255;
    }

    std::uint32_t low_ = 0;
    std::uint32_t high_ = 0xffffffff;
};

class Encoder : Interval {
public:
    bool code(bool bit, Chance& chance) {
        narrow(bit, middle(chance));
        for (; agreed(); shift()) bytes_.push_back(std::uint8_t(high_ >> 24));
        chance.learn(bit);
        return bit;
    }

    std::vector<std::uint8_t> finish() {
        for (int i = 0; i < 4; ++i, low_ <<= 8) bytes_.push_back(std::uint8_t(low_ >> 24));
        return std::move(bytes_);
    }

private:
    std::vector<std::uint8_t> bytes_;
};

class Decoder : Interval {
public:
    explicit Decoder(std::span<const std::uint8_t> bytes) : rest_(bytes) {
        for (int i = 0; i < 4; ++i) read();
    }

    bool code(bool, Chance& chance) {
        const std::uint32_t between = middle(chance);
        const bool bit = value_ > between;
        narrow(bit, between);
        for (; agreed(); shift()) read();
        chance.learn(bit);
        return bit;
    }

private:
    void read() {
        value_ = value_ << 8 | (rest_.empty() ? 0 : rest_.front());
        if (!rest_.empty()) rest_ = rest_.subspan(1);
    }

    std::span<const std::uint8_t> rest_;
    std::uint32_t value_ = 0;
};

/// Codes the cells of a table in their order. What is likely is learned by what stands in cells
/// before: those of the positions in which one piece stands a little aside.
template <class Coder>
class CellCoder {
public:
    CellCoder(Variant variant, const PieceSet& set, Coder& coder)
        : coder_(coder), cells_(cell_count(variant, set)), decided_(outcome_contexts),
          lost_(outcome_contexts), plies_(plies_contexts) {
        std::array<std::uint64_t, 4> steps =
            with_geometry(variant, [&]<class G>() { return Index<G>(set).steps(); });
        const auto distinct = std::unique(steps.begin(), steps.end()) - steps.begin();
        auto step = [&](std::ptrdiff_t number, std::uint64_t otherwise) {
            return number < distinct ? std::size_t(steps[std::size_t(number)]) : otherwise;
        };
        const std::size_t second = step(1, 2), third = step(2, 3);
        steps_ = {1, second, third, 2, step(3, 0), second + 1, second - 1, third + 1};
    }

    std::size_t size() const { return cells_.size(); }
    std::vector<Cell> cells() && { return std::move(cells_); }

    /// Codes the next cell; one that may be anything becomes what is likeliest.
    void next(std::optional<Cell> cell) {
        const std::size_t context = outcome_context();
        Cell& here = cells_[at_];
        here = draw;
        if (bit(cell ? std::optional(*cell != draw) : std::nullopt, decided_[context])) {
            const bool lost =
                bit(cell ? std::optional(is_loss(*cell)) : std::nullopt, lost_[context]);
            here = Cell(2 * half_plies(cell, lost) + !lost);
        }
        ++at_;
    }

private:
    enum Outcome { drawn, won, is_lost, outside };
    static constexpr std::size_t outcome_contexts = 1 << 16; ///< four outcomes of eight cells
    static constexpr int most_near = 40;
    static constexpr std::size_t relations = 6;
    static constexpr std::size_t plies_contexts = (most_near + 1) * relations * relations * 2;

    bool bit(std::optional<bool> wanted, Chance& chance) {
        return coder_.code(wanted.value_or(chance.likelier()), chance);
    }

    Outcome outcome(std::size_t step) const {
        if (step == 0 || step > at_) return outside;
        const Cell cell = cells_[at_ - step];
        return cell == draw ? drawn : cell % 2 ? won : is_lost;
    }

    std::size_t outcome_context() const {
        std::size_t context = 0;
        for (std::size_t step : steps_) context = context * 4 + outcome(step);
        return context;
    }

    /// Half of the plies of a game won or lost, which says as much as all, one bit after the other.
    int half_plies(std::optional<Cell> cell, bool lost) {
        auto& chances = plies_[plies_context(lost)];
        std::size_t prefix = 1;
        for (int place = 6; place >= 0; --place)
            prefix = prefix * 2 +
                     bit(cell ? std::optional(bool(*cell >> (place + 1) & 1)) : std::nullopt,
                         chances[prefix]);
        return int(prefix) - 128;
    }

    std::size_t plies_context(bool lost) const {
        auto near = [&](std::size_t step) {
            return outcome(step) == (lost ? is_lost : won) ? cells_[at_ - step] / 2 + 1 : 0;
        };
        const int nearest = near(steps_[0]);
        auto relation = [&](std::size_t step) {
            const int plies = near(step);
            return std::size_t(plies == 0 ? 0 : 3 + std::clamp(plies - nearest, -2, 2));
        };
        return ((std::size_t(std::min(nearest, most_near)) * relations + relation(steps_[1])) *
                    relations +
                relation(steps_[2])) *
                   2 +
               lost;
    }

    Coder& coder_;
    std::vector<Cell> cells_;
    std::size_t at_ = 0;                 ///< the cell being coded
    std::array<std::size_t, 8> steps_{}; ///< how far back the cells near by are; 0: there is none
    std::vector<Chance> decided_;        ///< by the outcomes near by
    std::vector<Chance> lost_;           ///< the same
    std::vector<std::array<Chance, 128>> plies_; ///< by the plies near by, then the bits before
};

} // namespace

std::vector<std::uint8_t> pack_cells(Variant variant, const PieceSet& set,
                                     std::span<const std::uint8_t> cells) {
    Encoder encoder;
    CellCoder coder(variant, set, encoder);
    with_geometry(variant, [&]<class G>() {
        const Index<G> index(set);
        for (std::size_t number = 0; number < cells.size(); ++number) {
            const auto position = index.position(number);
            const bool quiet = position && !capturers(Side<G, Color::white>(*position));
            coder.next(quiet ? std::optional(cells[number]) : std::nullopt);
        }
    });
    return encoder.finish();
}

std::vector<std::uint8_t> unpack_cells(Variant variant, const PieceSet& set,
                                       std::span<const std::uint8_t> payload) {
    Decoder decoder(payload);
    CellCoder coder(variant, set, decoder);
    for (std::size_t number = 0; number < coder.size(); ++number) coder.next({});
    return std::move(coder).cells();
}

} // namespace damier::endgame

namespace damier {

std::vector<std::uint8_t> pack(Variant variant, std::span<const std::uint8_t> files) {
    std::map<std::pair<int, PieceSet>, std::vector<std::uint8_t>> packed; ///< fewer pieces first
    while (!files.empty()) {
        const endgame::TableFile table = endgame::read_table(variant, files);
        if (table.packed) throw std::invalid_argument("this endgame table is packed already");
        const auto payload = endgame::pack_cells(variant, table.set, table.payload);
        auto file = endgame::write_table(variant, {table.set, table.distances, true, payload});
        auto& kept = packed[{table.set.pieces(), std::min(table.set, table.set.turned())}];
        if (kept.empty() || file.size() < kept.size()) kept = std::move(file);
    }
    std::vector<std::uint8_t> bytes;
    for (const auto& [set, file] : packed) bytes.insert(bytes.end(), file.begin(), file.end());
    return bytes;
}

} // namespace damier
