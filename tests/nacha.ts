/** What a bank checks of an ACH file before it takes it: read by position, with sums of its own. */

type Entry = { routing: string; account: string; cents: number; reference: string; name: string }
type Read = { problems: string[]; entries: Entry[]; total: number; settlesOn: string }

/** Each record by its positions, counted from one as the rules print them. */
const at = (line: string, from: number, to: number): string => line.slice(from - 1, to)
const isRight = (routing: string): boolean => {
  const n = [...routing].map(Number)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = n
  return (3 * (a + d + g) + 7 * (b + e + h) + (c + f + i)) % 10 === 0
}

export function readNacha(text: string): Read {
  const problems: string[] = []
  const demand = (holds: boolean, problem: string) => void (holds || problems.push(problem))
  const lines = text.split('\n')
  demand(lines.pop() === '', 'does not end with a line break')
  demand(lines.length % 10 === 0, 'is not filled to ten lines')
  lines.forEach((line, index) => {
    demand(line.length === 94, `line ${index + 1} has ${line.length} characters`)
    demand(/^[ -~]*$/.test(line), `line ${index + 1} has other characters`)
  })
  const filler = '9'.repeat(94)
  const records = lines.filter((line) => line !== filler)
  demand(lines.slice(0, records.length).join() === records.join(), 'is filled in the middle')
  const order = records.map(([type]) => type).join('')
  demand(/^1(?:568)+9$/.test(order), `has its records in the order ${order}`)
  const [header = ''] = records
  const [trailer = ''] = records.slice(-1)
  demand(at(header, 2, 3) === '01' && at(header, 35, 40) === '094101', 'has a wrong file header')
  demand(at(header, 4, 4) === ' ' && isRight(at(header, 5, 13)), 'names no bank')
  demand(/^\d{6}\d{4}[A-Z0-9]$/.test(at(header, 24, 34)), 'was made at no time')
  const hashOf = (some: readonly Entry[]): string =>
    String(some.reduce((sum, { routing }) => sum + BigInt(routing.slice(0, 8)), 0n))
      .slice(-10)
      .padStart(10, '0')
  const starts = records.flatMap((line, index) => (line.startsWith('5') ? [index] : []))
  const entries = starts.map((start, index): Entry => {
    const [batch = '', line = '', control = ''] = records.slice(start, start + 3)
    const name = `batch ${index + 1}`
    demand(at(batch, 2, 4) === '220' && at(control, 2, 4) === '220', `${name} is not of credits only`)
    demand(['PPD', 'CCD'].includes(at(batch, 51, 53)), `${name} has another class of entries`)
    demand(at(batch, 41, 50) === at(control, 45, 54), `${name} ends with another company`)
    demand(at(batch, 41, 50) === at(header, 14, 23), `${name} has another company`)
    demand(at(batch, 80, 94) === at(control, 80, 94), `${name} ends with another number`)
    demand(Number(at(batch, 88, 94)) === index + 1, `${name} is out of order`)
    demand(at(batch, 70, 75) === at(records[1] ?? '', 70, 75), `${name} settles on another day`)
    demand(at(line, 2, 3) === '22' && at(line, 79, 79) === '0', `${name} has no plain credit`)
    demand(isRight(at(line, 4, 12)), `${name} has a wrong routing number`)
    demand(at(line, 80, 87) === at(batch, 80, 87), `${name} is traced to another bank`)
    demand(Number(at(line, 88, 94)) === index + 1, `the entry of ${name} is out of order`)
    const entry = {
      routing: at(line, 4, 12),
      account: at(line, 13, 29).trim(),
      cents: Number(at(line, 30, 39)),
      reference: at(line, 40, 54).trim(),
      name: at(line, 55, 76).trim(),
    }
    demand(Number(at(control, 5, 10)) === 1, `${name} counts other entries`)
    demand(at(control, 11, 20) === hashOf([entry]), `${name} has a wrong hash`)
    demand(Number(at(control, 21, 32)) === 0, `${name} has debits`)
    demand(Number(at(control, 33, 44)) === entry.cents, `${name} adds up to something else`)
    return entry
  })
  const total = entries.reduce((sum, { cents }) => sum + cents, 0)
  demand(Number(at(trailer, 2, 7)) === entries.length, 'counts other batches at the end')
  demand(Number(at(trailer, 8, 13)) === lines.length / 10, 'has other blocks')
  demand(Number(at(trailer, 14, 21)) === entries.length, 'counts other entries at the end')
  demand(at(trailer, 22, 31) === hashOf(entries), 'has a wrong hash at the end')
  demand(Number(at(trailer, 32, 43)) === 0, 'has debits at the end')
  demand(Number(at(trailer, 44, 55)) === total, 'adds up to something else at the end')
  return { problems, entries, total, settlesOn: at(records[1] ?? '', 70, 75) }
}
