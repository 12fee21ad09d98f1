import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { Slots } from '../../src/http/limits/slots.js'

const answer = (destroyed = false) => Object.assign(new EventEmitter(), { destroyed })

it('leaves slots to others, and takes each back when its answer ends', () => {
  const slots = new Slots({ account: 2, all: 3 })
  const [first, second, third] = [answer(), answer(), answer()]
  slots.take('ada', first)
  slots.take('ada', second)
  expect(() => slots.take('ada', answer())).toThrow('Too many requests')
  slots.take('bob', third)
  expect(() => slots.take('eve', answer())).toThrow('Too many requests')
  second.emit('close')
  slots.take('eve', answer())
  first.emit('close')
  slots.take('ada', answer())
})

it('keeps no slot for a client that has left', () => {
  const slots = new Slots({ account: 1, all: 1 })
  slots.take('ada', answer(true))
  slots.take('ada', answer())
})
