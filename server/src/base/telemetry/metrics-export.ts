import { type HrTime, ValueType } from '@opentelemetry/api'
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base'
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http'
import { JsonMetricsSerializer, MetricsExporterMetricsHelper } from '@opentelemetry/otlp-transformer'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import type { Logger } from 'pino'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { version } from '../version.js'
import { deliveryMs, deliveryOf, type Receiver, reporting, resourceOf } from './otlp.js'

// Loaded only when a receiver is set: everywhere else this module is imported as a type.

/**
 * Sends what a registry of Prometheus metrics holds to an OTLP/HTTP receiver, at an interval and once more at the end. Names and
 * labels stay as they are scraped, so that the same dashboards and alerts fit.
 */
export class MetricsExport {
  private readonly provider: MeterProvider

  constructor(telemetry: Receiver, intervalMs: number, registry: Registry, logger: Logger) {
    const resource = resourceOf(telemetry)
    const startTime = timeOf(Date.now())
    const collect = async () => {
      const metrics = dataOf(await registry.getMetricsAsJSON(), startTime, timeOf(Date.now()))
      const scopeMetrics = [{ scope: { name: 'tallystick', version }, metrics }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    }
    const reader = new PeriodicExportingMetricReader({
      exporter: exporterTo(telemetry, logger),
      exportIntervalMillis: intervalMs,
      exportTimeoutMillis: Math.min(deliveryMs, intervalMs),
      metricProducers: [{ collect }],
    })
    this.provider = new MeterProvider({ resource, readers: [reader] })
  }

  /** Sends the last figures. Never fails: an unreachable receiver must not keep the service from stopping. */
  async stop(): Promise<void> {
    await this.provider.shutdown({ timeoutMillis: deliveryMs }).catch(() => undefined)
  }
}

function exporterTo(telemetry: Receiver, logger: Logger): PushMetricExporter {
  const required = { 'Content-Type': 'application/json' }
  const options = convertLegacyHttpOptions(deliveryOf(telemetry, 'metrics'), 'METRICS', 'v1/metrics', required)
  const kind = 'otlp_http_metric_exporter'
  const exporter = new OTLPExporterBase<ResourceMetrics>(
    createOtlpHttpExportDelegate(options, JsonMetricsSerializer, kind, MetricsExporterMetricsHelper, undefined),
  )
  return {
    export: reporting((metrics, done) => exporter.export(metrics, done), 'metrics', logger),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Converts metrics; those that have no values now are left out. Summaries, of which the service has none, are not converted. */
function dataOf(metrics: readonly MetricObjectWithValues<MetricValue<string>>[], startTime: HrTime, endTime: HrTime) {
  const span = { startTime, endTime }
  const aggregationTemporality = AggregationTemporality.CUMULATIVE
  return metrics.flatMap(({ name, help: description, type, values }): MetricData[] => {
    const common = {
      descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality,
    }
    const numbers = () =>
      values
        .filter(({ value }) => Number.isFinite(value))
        .map(({ value, labels }) => ({ ...span, value, attributes: { ...labels } }))
    // By their names: prom-client declares numbers for them.
    switch (String(type)) {
      case 'counter':
        return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbers() }]
      case 'gauge':
        return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: numbers() }]
      case 'histogram': {
        const dataPoints = histogramsOf(values).map((point) => ({ ...span, ...point }))
        return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }]
      }
      default:
        return []
    }
  })
}

/** A value of a histogram is one of its series: a cumulative bucket, the sum, or the count. */
type SeriesValue = MetricValue<string> & { metricName?: string }

function histogramsOf(values: readonly SeriesValue[]): Pick<DataPoint<Histogram>, 'attributes' | 'value'>[] {
  const byLabels = new Map<string, SeriesValue[]>()
  for (const value of values) {
    const { le: _, ...labels } = value.labels as Record<string, string | number>
    const key = JSON.stringify(Object.entries(labels).sort())
    byLabels.set(key, [...(byLabels.get(key) ?? []), value])
  }
  return [...byLabels.values()].map((series) => {
    const buckets = series.filter(({ metricName }) => metricName?.endsWith('_bucket'))
    const within = buckets.map(({ value }) => value)
    const bounds = buckets.map(({ labels }) => Number((labels as { le?: string | number }).le))
    const one = (end: string) => series.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0
    const { le: _, ...attributes } = (series[0]?.labels ?? {}) as Record<string, string | number>
    return {
      attributes,
      value: {
        buckets: {
          // The last one, +Inf, isn't a bound.
          boundaries: bounds.filter(Number.isFinite),
          counts: within.map((count, at) => count - (within[at - 1] ?? 0)),
        },
        sum: one('_sum'),
        count: one('_count'),
      },
    }
  })
}

function timeOf(ms: number): HrTime {
  return [Math.floor(ms / 1000), Math.floor((ms % 1000) * 1e6)]
}
