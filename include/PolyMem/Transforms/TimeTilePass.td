//===- TimeTilePass.td - tiles of several time steps -*- tablegen -*-===//
//
// Part of PolyMem, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLYMEM_TRANSFORMS_TIMETILEPASS_TD
#define POLYMEM_TRANSFORMS_TIMETILEPASS_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// polymem-time-tile
//===----------------------------------------------------------------------===//

def TimeTilePass : Pass<"polymem-time-tile", "::mlir::func::FuncOp"> {
  let summary = "Tile the time loops of stencils, several steps to a tile";
  let description = [{
    The time loop of a stencil computes all places of a step from those of the
    step before. With tiles of the places only, each step is a launch, and all
    arrays go through fast memory once per step. This pass cuts time *and* space,
    into diamonds in the plane of time and one dimension of space, wavefronts, or
    overlapped tiles. All tiles of a wave are independent and start at the same
    time, and a wave takes many steps.

    **What is tiled.** An outermost `affine.for` whose body holds one or several
    nests, such that what depends on each other in different nests or steps is
    only a few elements apart in the arrays that are written. Where each nest's
    iterations are independent, tiles are diamonds or overlap (`shape`); where they
    are not, as in a Gauss-Seidel stencil, tiles come in wavefronts (below). Dependences are
    exact, and that the new order respects them is verified before anything
    changes. Other loops are left as they are, with a remark that says why.

    **Order.** A sequential loop over waves; in it a `scratch.tile` over the
    diamonds of the wave (mapped to blocks with `mapping=gpu`); in that, where
    there are more dimensions, a `scratch.tile` over parts of the tile in these
    dimensions, skewed; the time loop, as far as it is in the tile; and the nests
    of its body, whose loops over places become `scratch.tile` mapped to threads
    (`mapping=gpu`). `scratch-promote` keeps what a part accesses in fast memory
    for all of its steps.

    ```mlir
    affine.for %t = 0 to %T {
      affine.for %i = 1 to %n {
        // B[i] = f(A[i - 1], A[i], A[i + 1])
      }
      affine.for %i = 1 to %n {
        // A[i] = f(B[i - 1], B[i], B[i + 1])
      }
    }
    ```
    becomes, with `sizes=256 mapping=gpu`,
    ```mlir
    affine.for %wave = #first to #last {
      scratch.tile (%tile) = (%a) to (%b) step (%c1) mapping [#gpu.block<x>] {
        affine.for %t = %wave * 64 to %wave * 64 + 128 {
          scratch.tile (%i) = (%c) to (%d) step (%c1) mapping [#gpu.thread<x>] {
            affine.if #in_domain(%t, %i) {
              // B[i] = f(A[i - 1], A[i], A[i + 1])
            }
          }
          scratch.tile (%i) = (%e) to (%f) step (%c1) mapping [#gpu.thread<x>] {
            affine.if #in_domain(%t, %i) {
              // A[i] = f(B[i - 1], B[i], B[i + 1])
            }
          }
        }
      }
    }
    ```
    Loops are over the whole of a tile, and conditions leave out what is before the
    first iteration, after the last one, and beside the array. (Where a dimension
    is left whole, or the time loop's step is not 1, bounds are exact.)

    **Overlapped tiles.** Diamonds leave, for a wave, one tile per line of the
    array; in the plane that is little to do at the same time. Overlapped tiles are
    cut in all dimensions. Each computes its own elements for some iterations and,
    of the iterations before, what these need beyond its border: with its
    neighbours, twice. It works in buffers, and writes to second copies of the
    arrays, for its neighbours may still read the first. An array that each
    iteration writes before it reads it (`B`) needs none, and is written by the
    last iteration only. With `sizes=32,64 steps=4 shape=overlapped`, a stencil
    that reads its four neighbours, first in `A` and then in `B`, becomes

    ```mlir
    %A2 = memref.alloc(%n, %m) : memref<?x?xf32>
    // A2 = A
    affine.for %wave = 0 to #half_of_blocks {
      scratch.tile (%i, %j) = (%c0, %c0) to (%ni, %nj) step (%c1, %c1)
          mapping [#gpu.block<y>, #gpu.block<x>] {
        %b = scratch.alloc(%n, %m)[%i, %j] : memref<?x?xf32, #around, #gpu.address_space<workgroup>>
        %a = scratch.alloc(%n, %m)[%i, %j] : memref<?x?xf32, #further_around, #gpu.address_space<workgroup>>
        scratch.copy_in %B to %b over [#never_written](%wave, %i, %j, %n, %m) : ...
        scratch.copy_in %A to %a over [#tile_and_around](%wave, %i, %j, %n, %m) : ...
        affine.for %t = 8 * %wave to 8 * %wave + 4 {
          // b = f(a) on 7 - 2 (t - 8 wave) elements around the tile as well
          // a = f(b) on 6 - 2 (t - 8 wave)
        }
        scratch.copy_out %b to %B over [#tile_of_last_iteration](...) : ...
        scratch.copy_out %a to %A2 over [#tile](...) : ...
      }
      scratch.tile ... {
        // the same for t = 8 * wave + 4 to 8 * wave + 8, from A2 to A
      }
    }
    ```
    A second block beyond the last iteration copies the results back. By default a
    tile takes as many iterations as are estimated to cost the least: elements
    moved from and to memory, and accesses to fast memory, of which `machine`
    says how many take the time of one.
    Without `shape=overlapped`, overlapped tiles are made of stencils in two and
    three dimensions with `mapping=gpu`, if they cost at most the fraction `max-cost` of what single
    steps do; the remark says what is made and why. The buffers take half
    of the fast memory of a multiprocessor of `machine`, at most.

    **Wavefronts.** The steps h and the places x0, x1, ... are skewed, the latter
    in either direction, until no dependence runs against any row, as h, h + x0 and
    2h + x0 + x1. Rows are cut into tiles; tiles with the same sum of numbers are a
    wave, and in a tile points with the same sum of rows are a front:

    ```mlir
    affine.for %t = 0 to %T {
      affine.for %i = 1 to %n {
        affine.for %j = 1 to %n {
          // A[i, j] = f(A[i - 1, j + 1], A[i + 1, j + 1])
        }
      }
    }
    ```
    becomes, with `sizes=16,32 steps=4 mapping=gpu`,
    ```mlir
    affine.for %wave = 0 to #last {
      scratch.tile (%f1, %f2) = (%a, %b) to (%c, %d) step (%c1, %c1)
          mapping [#gpu.block<y>, #gpu.block<x>] {
        affine.if #has_points(%wave, %f1, %f2) {
          affine.for %front = #first(%wave, %f1, %f2) to #first(%wave, %f1, %f2) + 50 {
            scratch.tile (%h, %r1) = (%e, %f) to (%g, %k) step (%c1, %c1)
                mapping [#gpu.thread<y>, #gpu.thread<x>] {
              affine.if #in_tile_and_in_domain(%h, %r1, %front, %f2) {
                // A[i, j] = f(...) with i = r1 - h, j = front - 2 h - 2 r1
              }
            }
          }
        }
      }
    }
    ```
    `steps` is the size along h, those along the other rows are the sizes of their
    places. Without `mapping=gpu` there are no fronts, but loops over all rows.

    `sizes` are numbers of elements along the dimensions of the arrays. Along the
    dimension of the diamonds (the first in which the distances of dependences
    are bounded), a size s with dependences of distance d in both directions
    makes tiles of s elements and s / d steps, and a wave for every s / 2d steps;
    it must be a multiple of 2d. Sizes must be constants. 0 leaves another
    dimension whole.

    A function is left alone, with a remark, if iterations that run at the same
    time would share a temporary, if it holds tiles already, or has loops declared
    parallel or attributes that say how it is tiled.
  }];
  let options = [
    ListOption<"sizes", "sizes", "int64_t",
               "Sizes along the dimensions of space (default: 256; 32,32; "
               "8,8,32; of overlapped tiles up to 1024; 64,64; 16,16,32)">,
    Option<"shape", "shape", "::polymem::TimeTileShape",
           "::polymem::TimeTileShape::Auto",
           "Tiles of nests whose places are independent",
           [{::polymem::timeTileShapes()}]>,
    Option<"steps", "steps", "int64_t", "0",
           "Steps of a tile in wavefronts (0: 64, 8 or 4, by dimensions), "
           "iterations of an overlapped one (0: as many as pay)">,
    Option<"machine", "machine", "std::string", "::polymem::kDefaultMachine.str()",
           "Machine whose fast memory overlapped tiles fill, half of it: a name "
           "or a JSON file">,
    Option<"maxCost", "max-cost", "double", "0.75",
           "What overlapped tiles that nobody asked for may cost, as a fraction "
           "of what single steps do: what saves little may be an error of the "
           "estimate, and borders are computed twice">,
    Option<"maxDimensions", "max-dimensions", "unsigned", "0",
           "Diamonds in at most so many dimensions of space (0: any)">,
    Option<"mapping", "mapping", "::polymem::TileMapping",
           "::polymem::TileMapping::None", "What tiles are mapped to",
           [{::polymem::tileMappings()}]>,
    Option<"strict", "strict", "bool", "false",
           "That no loop is tiled in time is an error, with the reasons">,
    Option<"warnings", "warnings", "bool", /*default=*/"true",
           "Warn where a budget of isl operations ends">,
    Option<"maxIslOperations", "max-isl-operations", "unsigned long",
           "::polymem::kDefaultIslOperations", "Budget of isl operations per step (0: unbounded)">
  ];
  let statistics = [
    Statistic<"numTiled", "time-loops-tiled", "Number of time loops tiled">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::polymem::scratch::ScratchDialect"
  ];
}

#endif // POLYMEM_TRANSFORMS_TIMETILEPASS_TD
