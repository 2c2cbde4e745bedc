/**
 * How many letters have to be changed, added, left out or swapped with their neighbor to turn one word into another,
 * counted up to `most`; for more it returns `most + 1`.
 */
export function editsBetween(one: string, other: string, most: number): number {
  const [from, to] = [[...one], [...other]]
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let last = to.map((_, column) => column).concat(to.length)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const changed = at(last, column - 1) + (isSame ? 0 : 1)
      const swapped = isSwapped ? at(before, column - 2) + 1 : most + 1
      current.push(Math.min(changed, swapped, at(last, column) + 1, at(current, column - 1) + 1))
    }
    before = last
    last = current
  }
  return Math.min(at(last, to.length), most + 1)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
