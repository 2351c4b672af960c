#include <pybind11/stl.h>

#include "board.hpp"
#include "damier/fen.hpp"
#include "damier/kernels.hpp"
#include "damier/split.hpp"
#include "gil.hpp"
#include "module.hpp"
#include "perft.hpp"
#include "plain_class.hpp"
#include "stop.hpp"
#include "values.hpp"

namespace damier::bindings {

/// A table of counts that stays warm from one count to the next, for all threads.
class WarmTable {
public:
    WarmTable(const py::object& variant, bool routes, const py::object& hash_mb)
        : variant_(to_variant(variant)),
          convention_(routes ? Convention::routes : Convention::moves),
          table_(make_table(variant_, convention_, to_mebibytes(hash_mb, "hash_mb"), true)) {}

    py::list perft(const std::vector<std::string>& fens, const py::object& depth,
                   const py::object& threads, const std::optional<std::string>& kernel,
                   const py::object& stop) {
        std::vector<Position> positions;
        for (const std::string& fen : fens)
            positions.push_back(parse_fen(variant_, fen, false).position);
        const PerftOptions options{.convention = convention_,
                                   .threads = to_threads(threads),
                                   .kernel = kernel ? *kernel : damier::kernel(),
                                   .table = table_.get(),
                                   .stop = to_stop(stop)};
        py::list counts;
        for (const Count& each :
             count(variant_, positions, to_plies(depth, 0, "depth"), options, py::none()))
            counts.append(to_python(each));
        return counts;
    }

private:
    Variant variant_;
    Convention convention_;
    std::unique_ptr<CountTable> table_;
};

/// The split of a board, as an iterator.
class BoundSplit {
public:
    BoundSplit(const py::object& board, const py::object& plies, bool routes,
               const py::object& memory_mb, const py::object& stop)
        : stop_(stop), asked_(to_stop(stop)), variant_(to_board(board).variant()),
          split_(variant_, to_board(board).position(), to_plies(plies, 0, "plies"),
                 routes ? Convention::routes : Convention::moves,
                 most_positions(to_mebibytes(memory_mb, "memory_mb"))) {}

    /// Some of the positions, each with the ways to reach it; raises StopIteration at the end.
    py::list next() {
        if (busy_) throw py::value_error("another thread is reading this split");
        const Busy busy(busy_);
        require_not_stopped();
        constexpr std::size_t at_a_time = 4096;
        if (given_ == batch_.size()) read_on();
        py::list some;
        const std::size_t end = std::min(batch_.size(), given_ + at_a_time);
        for (; given_ < end; ++given_) {
            const auto& [position, ways] = batch_[given_];
            some.append(py::make_tuple(write_fen(variant_, position), to_python(ways)));
        }
        return some;
    }

private:
    /// Keeps other threads out, also while this one is without the GIL.
    struct Busy {
        explicit Busy(bool& flag) : busy(flag) { busy = true; }
        ~Busy() { busy = false; }
        bool& busy;
    };

    /// Half of the memory is for vectors that grow.
    static std::size_t most_positions(std::uint64_t mebibytes) {
        if (mebibytes == 0) throw py::value_error("memory_mb must be at least 1");
        return std::size_t(mebibytes << 20) / sizeof(Reached) / 2;
    }

    void require_not_stopped() const {
        if (asked_ && asked_->is_set()) throw Stopped();
    }

    void read_on() {
        batch_ = {};
        given_ = 0;
        try {
            batch_ = without_gil([&](PyThreadState* thread) {
                return split_.next([&] {
                    require_not_stopped();
                    with_gil(thread, [] {
                        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
                    });
                });
            });
        } catch (const std::bad_alloc&) {
            raise_memory_error("so many positions do not fit in memory_mb; split at fewer plies");
        }
        if (batch_.empty()) throw py::stop_iteration();
    }

    py::object stop_; ///< keeps `asked_` alive
    const Stop* asked_;
    Variant variant_;
    Split split_;
    std::vector<Reached> batch_;
    std::size_t given_ = 0; ///< of the batch
    bool busy_ = false;
};

} // namespace damier::bindings

template <>
struct pybind11::detail::type_caster<damier::bindings::WarmTable>
    : damier::bindings::InitialisedCaster<damier::bindings::WarmTable> {};
template <>
struct pybind11::detail::type_caster<damier::bindings::BoundSplit>
    : damier::bindings::InitialisedCaster<damier::bindings::BoundSplit> {};

namespace damier::bindings {

void bind_campaign(py::module_& module) {
    py::class_<WarmTable>(module, "_WarmTable", py::is_final(), plain_type())
        .def(py::init<const py::object&, bool, const py::object&>(), py::arg("variant"),
             py::arg("routes"), py::arg("hash_mb"))
        .def("perft", &WarmTable::perft, py::arg("fens"), py::arg("depth"), py::kw_only(),
             py::arg("threads") = 1, py::arg("kernel") = py::none(), py::arg("stop") = py::none());
    py::class_<BoundSplit>(module, "_Split", py::is_final(), plain_type())
        .def(py::init<const py::object&, const py::object&, bool, const py::object&,
                      const py::object&>(),
             py::arg("board"), py::arg("plies"), py::arg("routes"), py::arg("memory_mb"),
             py::arg("stop") = py::none())
        .def("__iter__", [](py::object self) { return self; })
        .def("__next__", &BoundSplit::next);
}

} // namespace damier::bindings
