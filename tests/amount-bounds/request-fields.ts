/** Every field of every request, read from the API’s own description, so that a new one cannot be forgotten. */
import { type Caller, expectStatus } from '#tests/app.ts'

type Schema = {
  type?: string | string[]
  format?: string
  'x-maximum'?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
}
type Operation = {
  parameters?: { name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Field = { route: string; method: string; path: string; field: string; schema: Schema }

/** Every leaf of every request, with where it is: `statistics.0.pledgeAmountOptions.0`. */
function* leavesOf(schema: Schema, path: readonly string[]): Generator<{ field: string; schema: Schema }> {
  if (schema.$ref) throw new Error(`a request that is described elsewhere: ${schema.$ref}`)
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  const isOne = schema.format === 'money' || schema.format === 'quantity'
  if (isOne || !(schema.properties || schema.items || inner.length > 0))
    return yield { field: path.join('.'), schema }
  for (const [name, one] of Object.entries(schema.properties ?? {})) yield* leavesOf(one, [...path, name])
  if (schema.items) yield* leavesOf(schema.items, [...path, '0'])
  for (const one of inner) yield* leavesOf(one, path)
}

export async function requestFields(visitor: Caller): Promise<Field[]> {
  const description = expectStatus(
    await visitor.get<{ paths: Record<string, Record<string, Operation>> }>('/api/openapi.json'),
    200,
  )
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema
      const leaves = [
        ...parameters.flatMap(({ name, schema }) => [...leavesOf(schema, ['?', name])]),
        ...(body ? leavesOf(body, []) : []),
      ]
      return leaves.map((leaf) => ({ ...leaf, route: `${method} ${path}`, method, path }))
    }),
  )
}
export const nameOf = ({ route, field }: Field): string => `${route} ${field}`

/** A body that has this value at this field, and as many of it as a list requires. */
export function bodyWith(field: string, value: unknown): unknown {
  return field.split('.').reduceRight<unknown>((inner, name) => {
    return name === '0' ? [inner, inner, inner] : { [name]: inner }
  }, value)
}
