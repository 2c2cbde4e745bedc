/** Spans by OpenTelemetry's own libraries, sent by OTLP over HTTP. Nothing is registered globally, so no library adds to them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanFacts, TraceSettings, Traces } from './traces.ts'

const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const

export function openTelemetry({ endpoint, headers, service, share }: TraceSettings): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('pledgeraiser')
  const current = new AsyncLocalStorage<Context>()

  function span<T>(facts: SpanFacts, work: Parameters<Traces['span']>[1]): T {
    const parent = current.getStore() ?? remoteParent(facts.traceparent)
    if (facts.isChildOnly && parent === ROOT_CONTEXT) return work({ end: () => undefined }) as T
    const { name, kind, attributes = {} } = facts
    const opened = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent)
    const end = (error?: unknown) => {
      if (error !== undefined) fail(opened, error)
      opened.end()
    }
    return current.run(trace.setSpan(parent, opened), () => settle(() => work(whileOpen(opened)) as T, end))
  }
  // If a collector is unreachable, its spans are lost, but the server can stop.
  const close = () => provider.shutdown().catch(() => undefined)
  return { isOn: true, span: span as Traces['span'], close }
}

const whileOpen = (opened: Span): Parameters<Parameters<Traces['span']>[1]>[0] => ({
  end: ({ name, attributes, isFailed }) => {
    if (name !== undefined) opened.updateName(name)
    if (attributes) opened.setAttributes(attributes)
    if (isFailed) opened.setStatus({ code: SpanStatusCode.ERROR })
  },
})

/** Only the kind of an error: its message may contain what somebody typed. */
function fail(opened: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  opened.setStatus({ code: SpanStatusCode.ERROR })
  opened.setAttribute('error.type', String(code ?? name ?? 'unknown').slice(0, 80))
}

/** Calls `end` once, when the work is done; immediately if it is synchronous. */
function settle<T>(work: () => T, end: (error?: unknown) => void): T {
  let result: T
  try {
    result = work()
  } catch (error) {
    end(error ?? 'unknown')
    throw error
  }
  if (!(result instanceof Promise)) {
    end()
    return result
  }
  result.then(
    () => end(),
    (error: unknown) => end(error ?? 'unknown'),
  )
  return result
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** W3C Trace Context; anything else starts a new trace. */
function remoteParent(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  if (!isSpanContextValid(context)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { ...context, traceState: createTraceState() })
}
