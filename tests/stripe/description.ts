/** Stripe's published description of its own API (scripts/stripe-openapi.mjs), used to check requests and answers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: 'path' | 'query'; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const description = JSON.parse(readFileSync(join(import.meta.dirname, 'openapi.json'), 'utf8')) as Description

/** The library is newer than the description: what is new in it is allowed by name, and nothing else. */
const NEWER_IN_REQUESTS = new Set(['allowed_payment_method_types', 'controller'])
const DISPUTE_STATES = [
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
  'needs_response',
  'prevented',
  'under_review',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
  'won',
]
const TYPES = { type: 'array', items: { enum: ['card', 'us_bank_account'] } }
const NEWER_IN_ANSWERS: Record<string, Schema> = {
  payment_intent: { allowed_payment_method_types: TYPES },
  setup_intent: { allowed_payment_method_types: TYPES },
  dispute: { status: { enum: DISPUTE_STATES } },
  api_errors: { advice_code: { enum: ['confirm_card_data', 'do_not_try_again', 'try_again_later'] } },
}

/** A call that is newer: its form and answer as the library's own types have them. */
description.paths['/v1/account_sessions'] = {
  post: {
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            additionalProperties: false,
            required: ['account', 'components'],
            properties: {
              account: { type: 'string' },
              components: {
                type: 'object',
                additionalProperties: false,
                properties: {
                  account_onboarding: { $ref: '#/components/schemas/session_component' },
                  account_management: { $ref: '#/components/schemas/session_component' },
                },
              },
            },
          },
        },
      },
    },
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/account_session' } } } },
      default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } } },
    },
  },
}
description.components.schemas.session_component = {
  type: 'object',
  required: ['enabled'],
  properties: { enabled: { type: 'boolean' } },
}
description.components.schemas.account_session = {
  type: 'object',
  required: ['object', 'account', 'client_secret', 'components', 'expires_at', 'livemode'],
  properties: {
    object: { enum: ['account_session'] },
    account: { type: 'string' },
    client_secret: { type: 'string' },
    components: { type: 'object' },
    expires_at: { type: 'integer' },
    livemode: { type: 'boolean' },
  },
}

/** OpenAPI 3.0 says "nullable" where JSON Schema says "or null". */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, discriminator: _discriminator, ...rest } = value as Schema
  const schema = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, asJsonSchema(one)]))
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

/** An answer contains no field that the description does not have: a stand-in must not make things up. */
function closed(name: string, schema: Schema): Schema {
  const properties = { ...(schema.properties as Schema | undefined), ...NEWER_IN_ANSWERS[name] }
  const isOpen = schema.properties === undefined || schema.additionalProperties !== undefined
  return isOpen ? schema : { ...schema, properties, additionalProperties: false }
}

const schemas = Object.fromEntries(
  Object.entries(description.components.schemas).map(([name, schema]) => [
    name,
    closed(name, asJsonSchema(schema) as Schema),
  ]),
)
const settings = { strict: false, validateFormats: false, allErrors: true } as const
const shape = { $id: 'stripe', components: { schemas } }
/** Form fields and addresses are text: numbers and booleans are parsed from it. */
const requests = new Ajv({ ...settings, coerceTypes: true }).addSchema(shape)
const answers = new Ajv(settings).addSchema(shape)

const pointed = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(asJsonSchema(schema)).replaceAll('"#/components', '"stripe#/components'),
  ) as Schema
const known = new Map<string, ValidateFunction>()
function validatorOf(name: string, judge: Ajv, schema: () => Schema): ValidateFunction {
  const made = known.get(name) ?? judge.compile(pointed(schema()))
  known.set(name, made)
  return made
}
const problemsOf = (where: string, validate: ValidateFunction, value: unknown): string[] =>
  validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) =>
        [where, instancePath, message, JSON.stringify(params)].join(' '),
      )

export type Described = { path: string; method: string; ids: Record<string, string>; operation: Operation }

/** The described call behind an address; null when there is none. */
export function describedCall(method: string, address: string): Described | null {
  for (const [path, operations] of Object.entries(description.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
    const found = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(address)
    const operation = operations[method.toLowerCase()]
    if (!found || !operation) continue
    const ids = Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']))
    return { path, method: method.toLowerCase(), ids, operation }
  }
  return null
}

/** What in a request the description does not allow. */
export function requestProblems(
  { path, method, operation }: Described,
  { query, form }: { query: Record<string, unknown>; form: Record<string, unknown> },
): string[] {
  const name = `${method} ${path}`
  const problems: string[] = []
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query')
  for (const [key, value] of Object.entries(query)) {
    const parameter = parameters.find((one) => one.name === key)
    if (!parameter) problems.push(`${name} knows no parameter ${key}`)
    else {
      const judge = validatorOf(`${name}?${key}`, requests, () => parameter.schema)
      problems.push(...problemsOf(`${name}?${key}`, judge, value))
    }
  }
  const schema = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  const described = Object.fromEntries(Object.entries(form).filter(([key]) => !NEWER_IN_REQUESTS.has(key)))
  if (schema)
    problems.push(
      ...problemsOf(
        name,
        validatorOf(`${name} body`, requests, () => schema),
        described,
      ),
    )
  else if (Object.keys(described).length > 0) problems.push(`${name} takes no body`)
  return problems
}

/** What in an answer the description does not allow. */
export function answerProblems(
  { path, method, operation }: Described,
  status: number,
  body: unknown,
): string[] {
  const name = `${method} ${path} ${status}`
  const response = operation.responses[String(status)] ?? operation.responses.default
  const schema = response?.content['application/json']?.schema
  if (!schema) return [`${name} is not described`]
  return problemsOf(
    name,
    validatorOf(name, answers, () => schema),
    body,
  )
}

/** What in an event, and in the object that it is about, the description does not allow. */
export function eventProblems(event: { type: string; data: { object: { object: string } } }): string[] {
  return [['event', event] as const, [event.data.object.object, event.data.object] as const].flatMap(
    ([name, value]) =>
      problemsOf(
        `${event.type} ${name}`,
        validatorOf(`event ${name}`, answers, () => ({ $ref: `#/components/schemas/${name}` })),
        value,
      ),
  )
}
