import { expect } from 'vitest'
import type { Caller, TestApp } from '#tests/app.ts'

/** As RFC 4180 defines it; the first line names the values of each row. */
export function parseCsv(text: string): Record<string, string>[] {
  expect(text.startsWith('\uFEFF'), 'a byte order mark').toBe(true)
  expect(text.endsWith('\r\n'), 'a last line that ends').toBe(true)
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  const [head = [], ...lines] = rows.slice(0, -1)
  return lines.map((line) => {
    expect(line).toHaveLength(head.length)
    return Object.fromEntries(head.map((name, at) => [name, line[at] ?? '']))
  })
}

/** Decoded from bytes, since `response.text()` would drop the byte order mark. */
export async function csvText({ app }: TestApp, path: string, { token }: Caller): Promise<string> {
  const response = await app.request(path, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
}

export const readCsv = async (app: TestApp, path: string, by: Caller): Promise<Record<string, string>[]> =>
  parseCsv(await csvText(app, path, by))
