import * as prometheus from '@prometheus-io/client'

export interface Metrics {
  observe(operationId: string, status: number, milliseconds: number): void
  /** A run of a job: `done`, `failed` when it is tried again, `given up` when it is not. */
  observeJob(job: string, outcome: 'done' | 'failed' | 'given up', milliseconds: number): void
  /** The exposition text and its content type. */
  read(): Promise<{ type: string; text: string }>
}

/** Counts and times of every operation and job, and of the process. */
export function makeMetrics(): Metrics {
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  const duration = new prometheus.Histogram({
    name: 'plaza_operation_duration_seconds',
    help: 'Time to answer an operation',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const jobDuration = new prometheus.Histogram({
    name: 'plaza_job_duration_seconds',
    help: 'Time of one run of a job',
    labelNames: ['job', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 300],
    registers: [registry],
  })
  return {
    observeJob: (job, outcome, milliseconds) => jobDuration.observe({ job, outcome }, milliseconds / 1000),
    observe: (operation, status, milliseconds) =>
      duration.observe({ operation, status: String(status) }, milliseconds / 1000),
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}
