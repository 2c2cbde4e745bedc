/** Where spans are sent, with the headers that the collector requires; `share` of all traces, from 0 to 1. */
export type TraceSettings = {
  endpoint: string
  headers: Record<string, string>
  service: string
  share: number
}

/** What a span says. No personal id, no address, no query string, no parameter: it leaves this machine. */
export type SpanFacts = {
  name: string
  /** `client`: a call to the database or a provider. */
  kind: 'server' | 'internal' | 'client'
  attributes?: Attributes
  /** From the caller, if it is trusted: the span becomes a part of its trace. */
  traceparent?: string | undefined
  /** Only within another span, as statements of requests: a statement outside of one is not traced. */
  isChildOnly?: boolean
}
type Attributes = Record<string, string | number>
/** What is known only at the end; `isFailed` if it failed without an exception. */
type OpenSpan = { end(facts: { name?: string; attributes?: Attributes; isFailed?: boolean }): void }

export type Traces = {
  /** False if there is no collector: then nothing is loaded and nothing measured. */
  isOn: boolean
  /** Runs the work within a span, which ends with it; spans that the work starts become its children. */
  span<T>(facts: SpanFacts, work: (span: OpenSpan) => T): T
  /** Sends the remaining spans. */
  close(): Promise<void>
}

const NO_SPAN: OpenSpan = { end: () => undefined }
export const NO_TRACES: Traces = {
  isOn: false,
  span: (_facts, work) => work(NO_SPAN),
  close: async () => undefined,
}

/** OpenTelemetry's libraries are loaded only if a collector is set. */
export async function createTraces(settings: TraceSettings | null): Promise<Traces> {
  if (settings === null) return NO_TRACES
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(settings)
}

/** The same object, with each call as a span `name.method`; also for the objects in it. */
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
