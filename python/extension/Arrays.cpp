//===- Arrays.cpp - polymem._core: arguments of calls ---------------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Program.h"
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace polymem::python;

Arguments::Arguments(const GivenArguments &given) {
  for (nb::handle argument : given)
    add(argument);
}

void Arguments::add(nb::handle given) {
  PolyMemArgument argument{};
  if (!nb::isinstance<nb::tuple>(given)) {
    argument.scalar = nb::cast<uint64_t>(given);
    list.push_back(argument);
    return;
  }
  auto array = nb::cast<nb::tuple>(given);
  // The address 0 is fine for an array without elements.
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a number in Python
  argument.data = reinterpret_cast<void *>(nb::cast<uintptr_t>(array[0]));
  argument.elementBytes = nb::cast<intptr_t>(array[1]);
  auto extents = nb::cast<std::vector<int64_t>>(array[2]);
  argument.rank = static_cast<intptr_t>(extents.size());
  // One more, so that the address of an array of rank 0 is none.
  extents.push_back(0);
  argument.extents = numbers.emplace_back(std::move(extents)).data();
  if (auto strides = nb::cast<std::optional<std::vector<int64_t>>>(array[3])) {
    strides->push_back(0);
    argument.strides = numbers.emplace_back(std::move(*strides)).data();
  }
  list.push_back(argument);
}

namespace {
/// Extents or strides.
using Numbers = nb::typed<nb::tuple, int64_t, nb::ellipsis>;

/// What DLPack, or the buffer protocol, says about an array, which stays alive.
class ArrayView {
public:
  explicit ArrayView(nb::ndarray<nb::ro> given) : array(std::move(given)) {}

  uintptr_t address() const {
    return reinterpret_cast<uintptr_t>(array.data());
  }
  Numbers extents() const {
    nb::list list;
    for (size_t i = 0; i < array.ndim(); ++i)
      list.append(array.shape(i));
    return nb::borrow<Numbers>(nb::tuple(list));
  }
  Numbers strides() const {
    nb::list list;
    for (size_t i = 0; i < array.ndim(); ++i)
      list.append(array.stride(i));
    return nb::borrow<Numbers>(nb::tuple(list));
  }
  nb::dlpack::dtype type() const { return array.dtype(); }
  int deviceType() const { return array.device_type(); }
  int deviceId() const { return array.device_id(); }

private:
  nb::ndarray<nb::ro> array;
};
} // namespace

void polymem::python::addArrays(nb::module_ &module) {
  nb::class_<ArrayView>(module, "ArrayView",
                        "An array that has DLPack or the buffer protocol.")
      .def(nb::init<nb::ndarray<nb::ro>>(), nb::arg("array"),
           // Of any package: the stub needs no NumPy.
           nb::sig("def __init__(self, array: object) -> None"))
      .def_prop_ro("address", &ArrayView::address)
      .def_prop_ro("extents", &ArrayView::extents)
      .def_prop_ro("strides", &ArrayView::strides, "In elements.")
      .def_prop_ro(
          "code", [](const ArrayView &v) { return v.type().code; },
          "DLPack's code of the type of elements.")
      .def_prop_ro("bits", [](const ArrayView &v) { return v.type().bits; })
      .def_prop_ro("lanes", [](const ArrayView &v) { return v.type().lanes; })
      .def_prop_ro("device_type", &ArrayView::deviceType, "As in DLPack.")
      .def_prop_ro("device_id", &ArrayView::deviceId);
}
