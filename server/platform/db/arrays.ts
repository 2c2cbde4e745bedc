/**
 * Arrays in PostgreSQL's binary format, for statements that are given thousands of rows: without a detour through text. The
 * parameter is cast to the array's type where it is used.
 */
const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const TYPES = { integer: 23, bigint: 20, uuid: 2950 } as const
const UUID_BYTES = 16

function arrayOf<Value>(
  values: readonly Value[],
  type: keyof typeof TYPES,
  bytes: number,
  write: (array: Buffer, value: Value, at: number) => void,
): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + bytes))
  array.writeInt32BE(1, 0)
  array.writeInt32BE(0, 4)
  array.writeInt32BE(TYPES[type], 8)
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16)
  let at = HEADER_BYTES
  for (const value of values) {
    array.writeInt32BE(bytes, at)
    write(array, value, at + LENGTH_BYTES)
    at += LENGTH_BYTES + bytes
  }
  return array
}

/** For `integer[]`. */
export const integers = (values: readonly number[]): Buffer =>
  arrayOf(values, 'integer', 4, (array, value, at) => array.writeInt32BE(value, at))

const HIGH = 2 ** 32

/** For `bigint[]`: whole numbers within a safe integer, as all cents are. */
export const bigints = (values: readonly number[]): Buffer =>
  arrayOf(values, 'bigint', 8, (array, value, at) => {
    if (!Number.isSafeInteger(value)) throw new RangeError('a bigint outside the safe integers')
    array.writeInt32BE(Math.floor(value / HIGH), at)
    array.writeUInt32BE(value - Math.floor(value / HIGH) * HIGH, at + 4)
  })

const hexAt = (text: string, index: number): number => {
  const code = text.charCodeAt(index)
  return code < 58 ? code - 48 : (code | 32) - 87
}

/** For `uuid[]`. */
export const uuids = (values: readonly string[]): Buffer =>
  arrayOf(values, 'uuid', UUID_BYTES, (array, value, at) => {
    let from = 0
    for (let index = 0; index < UUID_BYTES; index += 1) {
      if (index === 4 || index === 6 || index === 8 || index === 10) from += 1
      array[at + index] = hexAt(value, from) * 16 + hexAt(value, from + 1)
      from += 2
    }
  })
