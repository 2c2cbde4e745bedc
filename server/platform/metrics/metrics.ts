import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What is counted as it happens; the rest is read on request (`server/operations/metrics.ts`). */
export type Metrics = {
  /** Null if metrics are off: then nothing is counted either. */
  registry: Registry | null
  request(seen: { method: string; route: string; status: number; seconds: number }): void
  job(seen: { name: string; isGood: boolean; seconds: number }): void
}

const NOTHING: Metrics = { registry: null, request: () => undefined, job: () => undefined }

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
const JOB_SECONDS = [0.1, 1, 10, 60, 300, 1800]

export function createMetrics({ isOn }: { isOn: boolean }): Metrics {
  if (!isOn) return NOTHING
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and status; for an event stream, until it is open',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Runs of jobs on this instance',
    labelNames: ['job_name'],
    buckets: JOB_SECONDS,
    registers,
  })
  const failures = new Counter({
    name: 'job_failures_total',
    help: 'Runs of jobs on this instance that failed; they run again',
    labelNames: ['job_name'],
    registers,
  })
  return {
    registry,
    request: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    job: ({ name, isGood, seconds }) => {
      jobs.observe({ job_name: name }, seconds)
      failures.inc({ job_name: name }, isGood ? 0 : 1)
    },
  }
}
