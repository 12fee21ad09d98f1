import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP writes it in JSON, with its attributes as an object. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  /** 2 is an error. */
  status: { code: number }
  links: { traceId: string; spanId: string }[]
  /** Of the process. */
  resource: Record<string, unknown>
}

/** A metric of one delivery, as OTLP writes it in JSON, with the attributes of its points as objects. */
export interface ReceivedMetric {
  name: string
  description: string
  kind: 'sum' | 'gauge' | 'histogram'
  points: {
    attributes: Record<string, unknown>
    asDouble?: number
    count?: number
    sum?: number
    bucketCounts?: number[]
    explicitBounds?: number[]
  }[]
  /** Of the process. */
  resource: Record<string, unknown>
}

/** An OTLP/HTTP receiver. */
export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  /** Those of the latest delivery. */
  metrics: ReceivedMetric[]
  headers: IncomingHttpHeaders[]
  /** Status of its answers. */
  status: number
  stop(): void
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}
interface WireMetrics {
  resourceMetrics: {
    resource: { attributes: Attribute[] }
    scopeMetrics: { metrics: WireMetric[] }[]
  }[]
}
type WireMetric = { name: string; description: string } & Partial<
  Record<ReceivedMetric['kind'], { dataPoints: { attributes: Attribute[] }[] }>
>
interface Wire {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'resource'> & { attributes: Attribute[] })[] }[]
  }[]
}

/** Starts a receiver of traces and metrics that keeps what it is sent (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    receiver.headers.push(request.headers)
    if (request.method === 'POST' && request.url === '/v1/traces' && receiver.status === 200) {
      for (const { resource, scopeSpans } of (JSON.parse(text) as Wire).resourceSpans) {
        const spans = scopeSpans.flatMap((scope) => scope.spans)
        receiver.spans.push(
          ...spans.map((span) => ({
            ...span,
            attributes: valuesOf(span.attributes),
            links: span.links ?? [],
            resource: valuesOf(resource.attributes),
          })),
        )
      }
    }
    if (request.method === 'POST' && request.url === '/v1/metrics' && receiver.status === 200) {
      receiver.metrics = metricsOf(JSON.parse(text) as WireMetrics)
    }
    response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    metrics: [],
    headers: [],
    status: 200,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return receiver
}

function metricsOf({ resourceMetrics }: WireMetrics): ReceivedMetric[] {
  const kinds = ['sum', 'gauge', 'histogram'] as const
  return resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics
      .flatMap(({ metrics }) => metrics)
      .flatMap((metric) => {
        const kind = kinds.find((one) => metric[one])
        if (!kind) return []
        const points = (metric[kind]?.dataPoints ?? []).map((point) => ({
          ...point,
          attributes: valuesOf(point.attributes),
        }))
        const { name, description } = metric
        return [{ name, description, kind, points, resource: valuesOf(resource.attributes) }]
      }),
  )
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? (value.intValue === undefined ? value : Number(value.intValue)),
    ]),
  )
}
