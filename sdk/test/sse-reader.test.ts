import { describe, expect, it } from 'vitest'
import { SseReader } from '../src/events/sse-reader.js'

const text = [
  'retry: 2000\nevent: ready\nid: 7\ndata: {}\n\n',
  ': heartbeat\nid: 8\n\n',
  'event: stamp\r\nid: 9\r\ndata: {"code":\r\ndata: "A"}\r\n\r\n',
  'data:plain\r\r',
].join('')
const events = [
  { name: 'ready', data: '{}', id: '7' },
  { name: 'stamp', data: '{"code":\n"A"}', id: '9' },
  { name: 'message', data: 'plain', id: '9' },
]

describe('server-sent events', () => {
  it.each([1, 2, 3, 7, 1000])('are the same in chunks of %i characters', (size) => {
    const reader = new SseReader('3')
    const read = []
    for (let at = 0; at < text.length; at += size) read.push(...reader.take(text.slice(at, at + size)))
    // A CR at the end may be the first half of a line end; the next character decides.
    read.push(...reader.take(': \n'))
    expect(read).toEqual(events)
    expect(reader.lastId).toBe('9')
  })

  it('resume from the last complete event', () => {
    const reader = new SseReader('3')
    expect(reader.take('id: 4\ndata: half')).toEqual([])
    expect(reader.lastId).toBe('3')
  })
})
