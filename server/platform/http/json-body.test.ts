import { expect, it } from 'vitest'
import { parseJsonBody } from './http.ts'

const refusal = (text: string): string => {
  try {
    parseJsonBody(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

it('a body with tens of thousands of names, values or levels is refused before it is parsed', () => {
  const names = Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`)
  for (const text of [
    `{${names.join()}}`,
    `[${'1,'.repeat(880_000)}1]`,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ])
    expect(refusal(text)).toBe('The body has too many fields: send it in parts')
})

it('a long text is a value like any other, whatever it holds', () => {
  const csv = `a,b\n${'1,"2:{["\n'.repeat(80_000)}`
  expect(parseJsonBody(JSON.stringify({ csv }))).toEqual({ csv })
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ statisticId: 'x'.repeat(36), quantity: index }))
  expect(parseJsonBody(JSON.stringify({ rows }))).toEqual({ rows })
  expect(refusal('{"a":')).toBe('The body is not valid JSON')
})
