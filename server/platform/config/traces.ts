/** Settings for traces, with OpenTelemetry's names. */
import { z } from 'zod'

const text = z.string().trim().min(1)
/** A value without valid URL encoding stays as it is. */
const unescapeValue = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
/** `name=value,name=value`, with URL-encoded values. */
export const otlpHeaders = text.transform((value, { addIssue }) => {
  const pairs = value.split(',').map((pair) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair))
  if (pairs.includes(null)) addIssue({ code: 'custom', message: 'must look like name=value,name=value' })
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', unescapeValue(pair?.[2] ?? '')]))
})
export const share = text
  .regex(/^(0|1|0?\.\d+|1\.0*)$/, 'must be between 0 and 1, such as 0.1')
  .transform(Number)

type TraceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_SAMPLER_ARG: number
}

/** Where spans are sent; null: nowhere. `share`: the fraction of all requests and jobs that is traced. */
export const tracesOf = (env: TraceSettings) =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        service: env.OTEL_SERVICE_NAME,
        share: env.OTEL_TRACES_SAMPLER_ARG,
      }
    : null
