#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <thread>

/// Long work leaves the GIL to others, and takes it now and then.
///
/// Once the interpreter ends, CPython ends every other thread that asks for the GIL, by unwinding
/// its frames. C++ would abort, or its destructors touch what is gone. So such a thread is parked
/// where it asked: it sleeps until the process is over, which does not wait for it.
namespace damier::bindings {

/// Parks the thread if this is destroyed before it is lifted.
class Anchor {
public:
    Anchor() = default;
    Anchor(const Anchor&) = delete;
    Anchor& operator=(const Anchor&) = delete;
    ~Anchor() {
        while (!lifted_) std::this_thread::sleep_for(std::chrono::hours(1));
    }
    void lift() { lifted_ = true; }

private:
    bool lifted_ = false;
};

// Neither frame may hold anything but the anchor, whose destructor has to be the first to run.

PYBIND11_NOINLINE void take_gil(PyThreadState* thread) {
    Anchor anchor;
    PyEval_RestoreThread(thread);
    anchor.lift();
}

/// Calls Python from work that `without_gil` runs; null tells of a Python error.
PYBIND11_NOINLINE PyObject* call_python(PyObject* function, PyObject* arguments) {
    Anchor anchor;
    PyObject* result = PyObject_CallObject(function, arguments);
    anchor.lift();
    return result;
}

/// Runs work without the GIL. It gets the state of the thread, for `with_gil`.
template <class Work>
auto without_gil(Work&& work) {
    struct Release {
        PyThreadState* thread = PyEval_SaveThread();
        ~Release() { take_gil(thread); }
    } release;
    return work(release.thread);
}

/// Runs a part of that work with the GIL.
template <class Part>
void with_gil(PyThreadState* thread, Part&& part) {
    take_gil(thread);
    struct Give {
        ~Give() { PyEval_SaveThread(); }
    } give;
    Anchor anchor;
    try {
        part();
    } catch (const std::exception&) {
        anchor.lift();
        throw;
    }
    anchor.lift();
}

} // namespace damier::bindings
