import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChild, readText, readXml, XmlError } from './xml.rules.ts'

const read = (document: string, root = 'a') => [...readXml(document, root)]

test('children of the root come one after the other, whatever their prefixes', () => {
  const document = `\ufeff<?xml version="1.0"?><!-- list --><D:a xmlns:D="DAV:" x='>'><D:b><c> 1 </c><D:c/></D:b><b
    at="1"/></D:a>\n`
  const [first, second] = read(document)
  expect(readText(first, 'c')).toBe('1')
  expect(first?.children.map(({ name }) => name)).toEqual(['c', 'c'])
  expect(second).toEqual({ tag: 'b', name: 'b', text: '', children: [] })
  expect(findChild(second, 'c')).toBeUndefined()
})

test('entities of XML are decoded, and what is marked as text is text', () => {
  const [b] = read('<a><b>&lt;&amp;amp; &#x97F3;&#37; <![CDATA[<x> &amp;]]></b></a>')
  expect(b?.text).toBe('<&amp; 音% <x> &amp;')
})

test.each([
  ['no document', ''],
  ['a page', '<!doctype html><html><br></html>'],
  ['entities of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a><b>&x;</b></a>'],
  ['an entity nobody declared', '<a><b>&nbsp;</b></a>'],
  ['a number that is no character', '<a>&#x110000;</a>'],
  ['another root', '<b/>'],
  ['two roots', '<a/><a/>'],
  ['text behind the root', '<a/>x'],
  ['half a document', '<a><b>1</b>'],
  ['half a tag', '<a><b'],
  ['overlapping elements', '<a><b><c></b></c></a>'],
  ['another prefix at the end', '<a><x:b></y:b></a>'],
  ['too many levels', `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`],
  ['a tag that is too long', `<a x="${'y'.repeat(20_000)}"/>`],
  ['half a comment', '<a/><!-- '],
])('%s is refused', (_what, document) => {
  expect(() => read(document)).toThrow(XmlError)
})

test('whatever it is given, it returns or refuses, and never what was cut', () => {
  const whole = '<a><b>1</b><b>&amp;</b></a>'
  for (let end = 0; end < whole.length; end += 1) expect(() => read(whole.slice(0, end))).toThrow(XmlError)
  const part = fc.constantFrom(
    '<a>',
    '</a>',
    '<b',
    '/>',
    '>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '&amp;',
    '&',
    '"',
    'x',
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      try {
        read(parts.join(''))
      } catch (error) {
        expect(error).toBeInstanceOf(XmlError)
      }
    }),
  )
})
