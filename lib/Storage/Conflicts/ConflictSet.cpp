//===- ConflictSet.cpp - elements that must not share a cell --------------===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolyMem/Storage/Conflicts/ConflictSet.h"
#include "PolyMem/Polyhedral/Isl/IslDims.h"
#include "PolyMem/Polyhedral/Isl/IslRelations.h"

using namespace llvm;
using namespace polymem;

SmallVector<isl::basic_set> polymem::leadingHulls(const isl::set &differences) {
  isl::set rest = differences.unite(negated(differences));
  isl::size rank = differences.dim(isl::dim::set);
  SmallVector<isl::basic_set> hulls;
  for (unsigned d = 0; !rank.is_error() && d < unsigned(rank); ++d) {
    isl::set part = rest.lower_bound_si(isl::dim::set, d, 1);
    if (!part.is_empty().is_true())
      hulls.push_back(part.remove_divs().simple_hull());
    rest = rest.fix_si(isl::dim::set, d, 0);
  }
  return hulls;
}

/// `ConflictSet::hulls()` for given differences; these where isl gave up.
static isl::set hullsOf(const isl::set &given) {
  isl::size pieces = given.n_basic_set();
  if (pieces.is_error() || unsigned(pieces) <= ConflictSet::kFewPieces)
    return given;
  isl::set result = isl::set::empty(given.get_space());
  for (const isl::basic_set &hull : leadingHulls(given))
    result = result.unite(hull);
  return result.is_null() ? given : result;
}

/// `[p] -> { A[x] -> A[y] }` as `[p] -> { [x] -> [y] }`.
static isl::map withoutTuples(isl::map pairs) {
  return withoutTupleName(withoutTupleName(pairs, isl::dim::in), isl::dim::out);
}

/// Fills `theGiven` and `theDifferences`, with their own order of parameters.
void ConflictSet::setDifferences() {
  theGiven = thePairs.deltas().coalesce();
  isl::set zero = isl::set::universe(theGiven.get_space());
  for (unsigned d = 0; d < theRank; ++d)
    zero = zero.fix_si(isl::dim::set, d, 0);
  theGiven = theGiven.subtract(zero);
  theDifferences = theGiven.unite(negated(theGiven));
  theDifferences = theDifferences.coalesce();
}

ConflictSet::ConflictSet(isl::set elements, isl::map conflicts,
                         std::optional<ConflictShape> shape,
                         std::vector<Quotient> quotients)
    : theElements(elements.reset_tuple_id()) {
  conflicts = conflicts.intersect_domain(elements).intersect_range(elements);
  conflicts = withoutTuples(conflicts);
  conflicts = withoutUnusedParameters(conflicts);
  theElements = withoutUnusedParameters(theElements);
  thePairs = conflicts;
  isl::size rank = theElements.dim(isl::dim::set);
  if (rank.is_error() || thePairs.is_null())
    return;
  theRank = unsigned(rank);
  theShape = shape.value_or(ConflictShape{0, theRank});
  setDifferences();
  // One order of the parameters for all.
  theElements = theElements.align_params(theDifferences.get_space());
  theDifferences = theDifferences.align_params(theElements.get_space());
  thePairs = thePairs.align_params(theElements.get_space());
  theGiven = theGiven.align_params(theElements.get_space());
  theHulls = hullsOf(theGiven);
  isl::size parameters = theDifferences.dim(isl::dim::param);
  if (parameters.is_error()) {
    theDifferences = isl::set();
    return;
  }
  for (unsigned p = 0; p < unsigned(parameters); ++p)
    names.push_back(theDifferences.dim_id(isl::dim::param, p).name());
  theDomain = ParameterDomain(theElements.params(), std::move(quotients));
}

void ConflictSet::setSure(isl::map sure) {
  exact = false;
  theSure = isl::map();
  if (isNull() || sure.is_null())
    return;
  sure = withoutTuples(sure)
             .intersect_domain(theElements)
             .intersect_range(theElements);
  sure = withoutUnusedParameters(sure);
  // Other parameters would come behind those of the conflicts.
  sure = sure.align_params(theElements.get_space());
  isl::size all = sure.dim(isl::dim::param);
  if (!all.is_error() && unsigned(all) == names.size())
    theSure = sure;
}

ConflictSet ConflictSet::sure() const {
  if (exact)
    return *this;
  ConflictSet result = *this;
  result.exact = true;
  result.thePairs =
      theSure.is_null() ? isl::map::empty(thePairs.get_space()) : theSure;
  result.setDifferences();
  result.theHulls = hullsOf(result.theGiven);
  return result;
}

ConflictSet ConflictSet::restrictedTo(isl::set context) const {
  ConflictSet result = *this;
  context = context.align_params(theElements.get_space().params());
  result.theElements = theElements.intersect_params(context);
  result.thePairs = thePairs.intersect_params(context);
  if (!theSure.is_null())
    result.theSure = theSure.intersect_params(context);
  result.theGiven = theGiven.intersect_params(context);
  result.theHulls =
      hasHulls() ? theHulls.intersect_params(context) : result.theGiven;
  result.theDifferences = theDifferences.intersect_params(context);
  result.theDomain =
      ParameterDomain(result.theElements.params(), theDomain.quotients().all());
  return result;
}

ConflictSet ConflictSet::withQuotients(ArrayRef<Quotient> quotients) const {
  isl::set values = asSetOfParameters(theElements.params());
  std::vector<std::string> known = names;
  for (const Quotient &quotient : quotients) {
    known.push_back(quotient.text(known));
    // Not read as an expression of isl's.
    isl::id id = isl::id::alloc(values.ctx(), known.back(), nullptr);
    values = values.add_dims(isl::dim::param, 1);
    values = values.set_dim_id(isl::dim::param, known.size() - 1, id);
    // 0 <= dividend - divisor * q < divisor.
    isl::space space = values.get_space();
    isl::aff rest =
        (quotient.dividend -
         Polynomial::parameter(known.size() - 1) * Polynomial(quotient.divisor))
            .asAff(space);
    isl::aff zero = isl::aff::zero_on_domain(space);
    isl::aff limit = zero.add_constant(static_cast<long>(quotient.divisor));
    values = values.intersect(rest.ge_set(zero)).intersect(rest.lt_set(limit));
  }
  values = values.params();
  ConflictSet result(
      theElements.align_params(values.get_space()).intersect_params(values),
      thePairs.align_params(values.get_space()).intersect_params(values),
      theShape, quotients.vec());
  if (!exact)
    result.setSure(theSure.is_null() ? theSure
                                     : theSure.align_params(values.get_space())
                                           .intersect_params(values));
  // Polynomials of these have to mean the same there.
  return result.names == known ? result : ConflictSet({}, {});
}

std::string ConflictSet::contextText(isl::set context) const {
  unsigned first = theDomain.quotients().firstNumber();
  auto withoutQuotients = [&](isl::set set) {
    return set.project_out(isl::dim::param, first, theDomain.size() - first);
  };
  return islToString(withoutQuotients(context).coalesce().gist(
      withoutQuotients(theDomain.context())));
}
