import { once } from 'node:events'
import * as prometheus from '@prometheus-io/client'
import type { Cache } from '../cache.ts'
import { seconds } from '../clock.ts'
import { http } from '../node-http.ts'
import type { WatchedGauge } from '../operation/registry.ts'

export interface Metrics {
  observe(operationId: string, status: number, milliseconds: number): void
  /** A run of a job: `done`, `failed` when it is tried again, `given up` when it is not. */
  observeJob(job: string, outcome: 'done' | 'failed' | 'given up', milliseconds: number): void
  /** A statement that the shared connections had no time for, and what became of it on those kept for that. */
  observeSlowRead(operationId: string, outcome: 'answered' | 'failed' | 'refused'): void
  /** A request that was refused because there was no place for it. */
  observeRefusal(kind: string): void
  /** Shows a number as it was known last whenever the metrics are asked for, and has it looked up anew. */
  watch(gauge: WatchedGauge, cache: Cache): void
  /** The exposition text and its content type. */
  read(): Promise<{ type: string; text: string }>
}

/** Counts and times of every operation and job, and of the process. */
export function makeMetrics(): Metrics {
  const registry = new prometheus.Registry()
  // Measuring the event loop wakes it up; as often as usual it is most of what an idle process does.
  prometheus.collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: 100,
    eventLoopUtilizationTimeout: seconds(5),
  })
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
  const slowReads = new prometheus.Counter({
    name: 'plaza_slow_reads_total',
    help: 'Statements that took too long for the shared connections',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  })
  const refusals = new prometheus.Counter({
    name: 'plaza_refusals_total',
    help: 'Requests that were refused because too many were there already',
    labelNames: ['kind'],
    registers: [registry],
  })
  return {
    watch({ name, help, of, read }, cache) {
      let last = 0
      const renew = cache.follow(of, (value) => {
        last = read(value)
      })
      const gauge: prometheus.Gauge = new prometheus.Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          renew()
          gauge.set(last)
        },
      })
    },
    observeRefusal: (kind) => refusals.inc({ kind }),
    observeSlowRead: (operation, outcome) => slowReads.inc({ operation, outcome }),
    observeJob: (job, outcome, milliseconds) => jobDuration.observe({ job, outcome }, milliseconds / 1000),
    observe: (operation, status, milliseconds) =>
      duration.observe({ operation, status: String(status) }, milliseconds / 1000),
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}

/** Shows the metrics on a port of the loopback address. @returns what ends it; fails where the port is taken. */
export async function serveMetrics(metrics: Metrics, port: number): Promise<() => void> {
  const server = http.createServer(async (_request, response) => {
    const { type, text } = await metrics.read()
    response.writeHead(200, { 'content-type': type }).end(text)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return () => void server.close()
}
