import { pairs, share, text, url } from './setting-forms.js'

/** The settings of traces, named as OpenTelemetry names them for every program. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    unit: 'http(s)://…',
    meaning: 'OTLP/HTTP receiver of traces, such as http://localhost:4318; without it, nothing is traced.',
    parse: url('http:', 'https:'),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: '',
    unit: 'name=value, …',
    secret: true,
    meaning: 'Headers of requests to the receiver, such as a login; special characters percent-encoded.',
    parse: pairs,
  },
  OTEL_SERVICE_NAME: {
    default: 'tallystick',
    unit: 'text',
    meaning: 'Name of the service in traces.',
    parse: text(200),
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    default: '',
    unit: 'name=value, …',
    meaning: 'What traces say of this process, such as service.instance.id=one; special characters percent-encoded.',
    parse: pairs,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    unit: '0 to 1',
    meaning: 'Share of the traces that are recorded; for a request with a traceparent, its caller decides.',
    parse: share,
  },
} as const
