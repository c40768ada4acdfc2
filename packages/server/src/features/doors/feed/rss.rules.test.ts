import { parseOpml, parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { type Feed, writeOpml, writeRss } from './rss.rules.ts'

const feed: Feed = {
  title: 'Rain & "thunder" <two>',
  description: '',
  author: 'Paper Lantern',
  language: 'ja',
  page: 'https://shelf.example/work/RJ01000001',
  url: 'https://shelf.example/feeds/secret/work/RJ01000001.xml',
  name: 'shelf.example/feeds/work/RJ01000001',
  cover: 'https://shelf.example/feeds/secret/cover/RJ01000001',
  isExplicit: false,
  isSerial: true,
  episodes: [
    {
      id: 'file-1',
      title: 'One\u0000 ]]> 雨\ud800',
      description: 'a\nb',
      publishedMs: Date.UTC(2025, 3, 1),
      number: 1,
      url: 'https://shelf.example/feeds/secret/sound/RJ01000001/file-1.mp3',
      type: 'audio/mpeg',
      sizeBytes: 12,
      duration: 61.4,
      cover: undefined,
      isExplicit: true,
      transcripts: [{ url: 'https://shelf.example/t.vtt', type: 'text/vtt' }],
      chapters: 'https://shelf.example/c.json',
    },
  ],
}

test('what was written is read by others as it was meant', () => {
  const read = parseRssFeed(writeRss(feed))
  expect(read).toMatchObject({
    title: 'Rain & "thunder" <two>',
    description: 'Rain & "thunder" <two>',
    link: feed.page,
    language: 'ja',
    itunes: { author: 'Paper Lantern', type: 'serial', explicit: false, block: true, image: feed.cover },
    podcast: { locked: { value: true } },
  })
  expect(read.items).toMatchObject([
    {
      title: 'One\ufffd ]]> 雨\ufffd',
      description: 'a\nb',
      guid: { value: 'file-1', isPermaLink: false },
      pubDate: 'Tue, 01 Apr 2025 00:00:00 GMT',
      enclosures: [{ url: feed.episodes[0]?.url, length: 12, type: 'audio/mpeg' }],
      itunes: { duration: 61, episode: 1, explicit: true },
      podcast: {
        transcripts: [{ url: 'https://shelf.example/t.vtt', type: 'text/vtt' }],
        chapters: { url: 'https://shelf.example/c.json', type: 'application/json+chapters' },
      },
    },
  ])
})

test('the name of a feed is one UUID, whatever its secret is', () => {
  const guidOf = (one: Feed) => parseRssFeed(writeRss(one)).podcast?.guid
  expect(guidOf(feed)).toBe(guidOf({ ...feed, url: 'https://shelf.example/feeds/other/work/RJ01000001.xml' }))
  // The example in the documentation of the namespace.
  expect(guidOf({ ...feed, name: 'podnews.net/rss' })).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c')
})

test('a list of feeds has the title and the address of each', () => {
  const url = 'https://shelf.example/feeds/secret/view/a.xml'
  expect(parseOpml(writeOpml('All & more', [{ title: 'Rain "now"', url }]))).toMatchObject({
    head: { title: 'All & more' },
    body: { outlines: [{ text: 'Rain "now"', title: 'Rain "now"', type: 'rss', xmlUrl: url }] },
  })
})
