import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  type HrTime,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { version } from '../version.js'
import { deliveryMs, deliveryOf, type Receiver, reporting, resourceOf } from './otlp.js'

// Loaded only when a receiver is set: everywhere else this module is imported as a type.

/** Work that has just ended. */
export interface EndedWork {
  name: string
  /** How long it took, in milliseconds. */
  ms: number
  attributes: Attributes
  hasFailed?: boolean
}

/**
 * Records spans and sends them to an OTLP/HTTP receiver in the background, a few seconds later. What waits is limited: spans are
 * dropped rather than held when the receiver can't keep up.
 *
 * A span is recorded when its work has ended, so nothing is kept for work under way. Nothing here is global: services in one
 * process have their own.
 */
export class Tracing {
  private readonly provider: BasicTracerProvider
  private readonly tracer: Tracer
  private readonly share: TraceIdRatioBasedSampler
  private readonly propagator = new W3CTraceContextPropagator()
  private readonly entities = new AsyncLocalStorage<Set<string>>()
  /** The place of the span being started, if it isn't a random one. */
  private place: SpanContext | undefined

  /** @param share of the traces that begin here, how many are recorded: 0 to 1 */
  constructor(telemetry: Receiver, share: number, logger: Logger) {
    const exporter = new OTLPTraceExporter(deliveryOf(telemetry, 'traces'))
    const reported = {
      export: reporting<Parameters<typeof exporter.export>[0]>(
        (spans, done) => exporter.export(spans, done),
        'traces',
        logger,
      ),
      shutdown: () => exporter.shutdown(),
    }
    this.share = new TraceIdRatioBasedSampler(share)
    this.provider = new BasicTracerProvider({
      resource: resourceOf(telemetry),
      sampler: new ParentBasedSampler({ root: this.share }),
      idGenerator: {
        generateTraceId: () => this.place?.traceId ?? randomBytes(16).toString('hex'),
        generateSpanId: () => this.place?.spanId ?? randomBytes(8).toString('hex'),
      },
      spanProcessors: [new BatchSpanProcessor(reported, { exportTimeoutMillis: deliveryMs })],
    })
    this.tracer = this.provider.getTracer('tallystick', version)
  }

  /** Collects into `ids` the entities that {@link collected} is given while `run` and what it starts run. */
  collect(ids: Set<string>, run: () => void): void {
    this.entities.run(ids, run)
  }

  /** Returns where the current request collects its entities; undefined outside of one. */
  collected(): Set<string> | undefined {
    return this.entities.getStore()
  }

  /**
   * Records a request, in the trace that its caller's `traceparent` names or else in a new one.
   *
   * @param ids the entities (UUIDs) whose traces it links to
   */
  recordRequest(work: EndedWork, headers: Readonly<Record<string, unknown>>, ids: Iterable<string>): void {
    const caller = this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    const links = [...ids].map((id) => ({ context: this.placeOf(id) }))
    this.record(work, SpanKind.SERVER, caller, links)
  }

  /** Records the first work on an entity: the root of its trace. */
  recordFirst(work: EndedWork, id: string): void {
    this.place = this.placeOf(id)
    try {
      this.record(work, SpanKind.INTERNAL, ROOT_CONTEXT)
    } finally {
      this.place = undefined
    }
  }

  /** Records later work on an entity, perhaps by another process. */
  recordNext(work: EndedWork, id: string, kind: 'internal' | 'client'): void {
    const parent = trace.setSpanContext(ROOT_CONTEXT, this.placeOf(id))
    this.record(work, kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, parent)
  }

  /** Sends what is left. Never fails: an unreachable receiver must not keep the service from stopping. */
  async stop(): Promise<void> {
    await this.provider.shutdown().catch(() => undefined)
  }

  private record(work: EndedWork, kind: SpanKind, within: Context, links: Link[] = []): void {
    const { name, ms, attributes, hasFailed } = work
    const endMs = Date.now()
    const span = this.tracer.startSpan(name, { kind, startTime: timeOf(endMs - ms), attributes, links }, within)
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(timeOf(endMs))
  }

  /**
   * Returns the place of an entity's first span: the trace's ID is the UUID, the span's its random half. So every process knows it,
   * and decides the same about recording it.
   */
  private placeOf(uuid: string): SpanContext {
    const traceId = uuid.replaceAll('-', '')
    const { decision } = this.share.shouldSample(ROOT_CONTEXT, traceId)
    const isRecorded = decision === SamplingDecision.RECORD_AND_SAMPLED
    return {
      traceId,
      spanId: traceId.slice(16),
      traceFlags: isRecorded ? TraceFlags.SAMPLED : TraceFlags.NONE,
      isRemote: true,
    }
  }
}

/** As seconds and nanoseconds: the library takes a number from before the process's start for one of its own clock. */
function timeOf(ms: number): HrTime {
  return [Math.floor(ms / 1000), Math.floor((ms % 1000) * 1e6)]
}
