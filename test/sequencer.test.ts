import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slowFiles } from './sequencer.js'
import { root } from './sources.js'

test('the files that start first are there', () => {
  expect(slowFiles.filter((path) => !existsSync(`${root}${path}`))).toEqual([])
})
