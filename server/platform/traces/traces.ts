/** Where spans are sent, with what the collector wants to see; `share` of all traces, from 0 to 1. */
export type TraceSettings = {
  endpoint: string
  headers: Record<string, string>
  service: string
  share: number
}

/** What a span says. No id of a person, no address, no query string, no parameter: it leaves this machine. */
export type SpanFacts = {
  name: string
  /** `client`: a call to the database or a provider. */
  kind: 'server' | 'internal' | 'client'
  attributes?: Attributes
  /** Of the caller, where it may be believed: the span becomes a part of its trace. */
  traceparent?: string | undefined
  /** Only within another span, as statements of requests: what nobody asked for is not told. */
  isChildOnly?: boolean
}
export type Attributes = Record<string, string | number>
/** What is known only at the end; `isFailed` without anything thrown. */
export type OpenSpan = { end(facts: { name?: string; attributes?: Attributes; isFailed?: boolean }): void }

export type Traces = {
  /** False where nobody collects them: then nothing is loaded and nothing measured. */
  isOn: boolean
  /** Does the work within a span, which ends with it; what the work starts becomes its children. */
  span<T>(facts: SpanFacts, work: (span: OpenSpan) => T): T
  /** Sends what is left. */
  close(): Promise<void>
}

const NO_SPAN: OpenSpan = { end: () => undefined }
export const NO_TRACES: Traces = {
  isOn: false,
  span: (_facts, work) => work(NO_SPAN),
  close: async () => undefined,
}

/** OpenTelemetry's libraries are loaded only where a collector is set. */
export async function createTraces(settings: TraceSettings | null): Promise<Traces> {
  if (settings === null) return NO_TRACES
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(settings)
}

/** The same object, each call of which is a span `name.method`; also of the objects in it. */
export function traced<T extends object>(traces: Traces, name: string, target: T): T {
  if (!traces.isOn) return target
  return new Proxy(target, {
    get: (of, key) => {
      const value: unknown = Reflect.get(of, key)
      const called = `${name}.${String(key)}`
      if (typeof value === 'function')
        return (...given: unknown[]) =>
          traces.span({ name: called, kind: 'client' }, () => Reflect.apply(value, of, given))
      return typeof value === 'object' && value !== null ? traced(traces, called, value) : value
    },
  })
}
