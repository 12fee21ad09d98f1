import { describe, expect, it } from 'vitest'
import { Choice } from '../src/stamps/choice.js'

describe('the files of a folder', () => {
  it.each([
    '~$plan.docx',
    '.~lock.plan.odt#',
    '.#notes.txt',
    'film.mkv.part',
    'Unconfirmed 12345.crdownload',
    'disk.iso.download',
    '.notes.txt.swp',
    '~WRD0001.tmp',
    '.goutputstream-AB12C3',
    '.com.google.Chrome.a1B2c3',
    'Thumbs.db',
    '.DS_Store',
  ])('pass over %s, unless all are wanted', (name) => {
    expect(new Choice({}).passedOver(name, new Set())).toMatch(/\w/)
    expect(new Choice({ includeAll: true }).passedOver(name, new Set())).toBeUndefined()
  })

  it.each(['plan.docx', '$plan~', 'part', 'part.pdf', 'movie.swf', '.env', 'tmp', '.org', 'a.com.google', '#1.txt'])(
    'include %s',
    (name) => {
      expect(new Choice({}).passedOver(name, new Set())).toBeUndefined()
    },
  )

  it.each([
    ['*.log', ['x.log', 'a/b/x.log'], ['x.log.txt', 'log']],
    ['drafts/', ['drafts', 'drafts/x', 'a/drafts/b/c'], ['draftsx', 'a/mydrafts/b']],
    ['a/*.txt', ['a/x.txt'], ['b/a/x.txt', 'a/b/x.txt']],
    ['/top', ['top', 'top/x'], ['a/top']],
    ['**/cache/*', ['cache/x', 'a/cache/x'], ['cache']],
    ['a/**/z', ['a/z', 'a/b/c/z'], ['z', 'b/z']],
    ['?.txt', ['x.txt'], ['xy.txt', '.txt']],
    ['a.b(c)[d]', ['a.b(c)[d]'], ['aXb(c)[d]', 'a.bcd']],
    ['ü*', ['über'], ['uber']],
  ])('leave out what --exclude %s names', (glob, excluded, others) => {
    const choice = new Choice({ exclude: ['nothing', glob] })
    expect([excluded, others].map((paths) => paths.map((path) => choice.isExcluded(path)))).toEqual([
      excluded.map(() => true),
      others.map(() => false),
    ])
  })

  it('need a glob that says something', () => {
    expect(() => new Choice({ exclude: ['/'] })).toThrow('--exclude needs a name or path')
  })
})
