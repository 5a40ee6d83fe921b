import { type Coordinates, distanceKm, wrap } from '../posts/public.ts'
import type { Area, Box } from './area.ts'

/** The grids that every listing is filed on, finest first; `cell_of` in the migrations has the same. */
const grids = [
  { column: 'cell_fine', perDegree: 32 },
  { column: 'cell_middle', perDegree: 4 },
  { column: 'cell_coarse', perDegree: 0.5 },
] as const

type Grid = (typeof grids)[number]

export interface Cover {
  column: Grid['column']
  cells: number[]
}

/** More squares than these cost more to open than the next grid's cost in neighbours read for nothing. */
const mostCells = 48
const cellsPerRow = 16_384

/** How many degrees, in squares of the equator, one square of a row is wide. */
function widthOf(row: number, perDegree: number): number {
  const edge = Math.abs(row + 0.5) - 0.5
  if (edge < 60 * perDegree) return 1
  if (edge < 74 * perDegree) return 2
  if (edge < 82 * perDegree) return 4
  return edge < 86 * perDegree ? 8 : cellsPerRow
}

/** The finest grid that covers an area with few squares; undefined for most of the Earth. */
export function coverOf(area: Area): Cover | undefined {
  for (const grid of grids) {
    const cells = cellsOn(grid, area)
    if (cells) return { column: grid.column, cells }
  }
  return undefined
}

/** An area as the index for searches has it; `squares_of` in the migrations has the same. */
export function squaresOf(area: Area): number[] | undefined {
  const cover = coverOf(area)
  const grid = grids.findIndex(({ column }) => column === cover?.column)
  return cover?.cells.map((cell) => cell * grids.length + grid)
}

/** An area on the grid that categories are filed by, if that takes few squares. */
export const middleCellsOf = (area: Area): number[] | undefined => cellsOn(grids[1], area)

function cellsOn({ perDegree }: Grid, { box, circle }: Area): number[] | undefined {
  const spans =
    box.west <= box.east
      ? [[box.west, box.east] as const]
      : [[box.west, 180] as const, [-180, box.east] as const]
  if ((box.north - box.south) * perDegree > mostCells) return undefined
  const cells = new Set<number>()
  for (let row = Math.floor(box.south * perDegree); row <= Math.floor(box.north * perDegree); row += 1) {
    const width = widthOf(row, perDegree)
    for (const [west, east] of spans) {
      const last = Math.floor(((east + 180) * perDegree) / width)
      for (let column = Math.floor(((west + 180) * perDegree) / width); column <= last; column += 1) {
        if (circle && !reaches(circle, squareOf(row, column, width, perDegree))) continue
        cells.add(row * cellsPerRow + column)
        if (cells.size > mostCells) return undefined
      }
    }
  }
  return [...cells]
}

const squareOf = (row: number, column: number, width: number, perDegree: number): Box => ({
  south: row / perDegree,
  north: (row + 1) / perDegree,
  west: (column * width) / perDegree - 180,
  east: ((column + 1) * width) / perDegree - 180,
})

/** Whether a circle may have a part in a square; in doubt it has. */
function reaches({ centre, radiusKm }: NonNullable<Area['circle']>, square: Box): boolean {
  // Close to a pole the nearest point of a square need not be on its near side.
  if (Math.max(Math.abs(square.south), Math.abs(square.north)) > 80) return true
  return distanceKm(centre, nearestOf(square, centre)) <= radiusKm * 1.05 + 0.1
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** On the nearest parallel of a square, whichever way round the Earth is shorter. */
function nearestOf({ west, south, east, north }: Box, { longitude, latitude }: Coordinates): Coordinates {
  const meridian = wrap(longitude)
  const isWithin = meridian >= west && meridian <= east
  const nearer = aroundTo(longitude, west) <= aroundTo(longitude, east) ? west : east
  return { longitude: isWithin ? longitude : nearer, latitude: within(latitude, south, north) }
}

/** Degrees from one meridian to another. */
function aroundTo(from: number, to: number): number {
  const between = Math.abs(from - to) % 360
  return Math.min(between, 360 - between)
}
