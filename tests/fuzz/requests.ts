/** Requests made from the API's own description: mostly following it, in part violating it. */
import type { Random } from './random.ts'
import { hostileText, hostileValue, type Schema, valueFor } from './values.ts'

type Parameter = { name: string; in: string; schema?: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export type Description = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

export type FuzzRequest = { name: string; method: string; path: string; init: RequestInit }

const METHODS = ['get', 'post', 'put', 'delete', 'patch']

/** A reference is resolved in place: the description's schemas do not refer to themselves. */
function resolved(schema: Schema | undefined, { components }: Description): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1)
  return name ? components?.schemas?.[name] : schema
}

export function createRequests(description: Description, random: Random, ids: readonly string[]) {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({
      path,
      method,
      operation: methods[method] as Operation,
    })),
  )

  const pathOf = (path: string): string =>
    path.replace(/\{(\w+)\}/g, () => {
      const part = random.percent(85) ? random.one(ids) : hostileText(random)
      // A lone surrogate cannot be written into an address.
      return encodeURIComponent(part.toWellFormed())
    })

  const queryOf = ({ parameters = [] }: Operation): string => {
    const query = new URLSearchParams()
    for (const { name, in: place, schema } of parameters) {
      if (place !== 'query' || random.percent(50)) continue
      const value = random.percent(30) ? hostileValue(random) : valueFor(schema, random, ids)
      query.append(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    if (random.percent(3)) query.append(hostileText(random).slice(0, 50), hostileText(random))
    const text = query.toString()
    return text ? `?${text}` : ''
  }

  const bodyOf = ({ requestBody }: Operation): RequestInit => {
    const [[type, content] = []] = Object.entries(requestBody?.content ?? {})
    if (!type || !content) return {}
    if (type !== 'application/json')
      return { body: Buffer.from(hostileText(random)), headers: { 'content-type': 'image/jpeg' } }
    const kind = random.below(100)
    if (kind < 3) return { body: hostileText(random) }
    if (kind < 6) return { body: JSON.stringify(hostileValue(random)) ?? '' }
    const value = valueFor(resolved(content.schema, description), random, ids)
    return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } }
  }

  const oddHeaders = (): Record<string, string> => ({
    ...(random.percent(20) ? { 'idempotency-key': random.one(['once', 'x'.repeat(300), '%', '"']) } : {}),
    ...(random.percent(10) ? { 'if-match': random.one(['"1"', '*', 'W/"x"', '99999999999', '""']) } : {}),
    ...(random.percent(60)
      ? { origin: random.one(['http://localhost:3000', 'https://evil.test', 'null']) }
      : {}),
    ...(random.percent(5) ? { 'accept-encoding': random.one(['gzip;q=0', '*', 'br, x']) } : {}),
  })

  return (): FuzzRequest => {
    const { path, method, operation } = random.one(operations)
    const { headers, ...body } = bodyOf(operation)
    return {
      name: `${method} ${path}`,
      method: method.toUpperCase(),
      path: pathOf(path) + queryOf(operation),
      init: { ...body, headers: { ...(headers as Record<string, string>), ...oddHeaders() } },
    }
  }
}
