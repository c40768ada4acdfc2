import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlOf } from './markdown.ts'
import { attacks } from './testing/attacks.ts'
import { isSafeHtml } from './testing/safe-html.ts'

const rel = 'rel="noopener noreferrer nofollow"'

test.each(attacks)('%j does nothing', (content) => {
  expect(htmlOf(content)).toSatisfy(isSafeHtml)
})

test('pieces of attacks put together do nothing', () => {
  const piece = fc.oneof(
    fc.constantFrom(...attacks),
    fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '"',
      "'",
      '`',
      '&',
      '\\',
      '\n',
      '\n\n',
      '|',
      '![',
      '](',
      '](<',
    ),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => isSafeHtml(htmlOf(pieces.join('')))),
    { numRuns: 1_000 },
  )
})

test.each([
  '<script>alert(1)</script>',
  '<p onclick="alert(1)">x</p>',
  '<p style="x">x</p>',
  '<p class="x">x</p>',
  '<img src="/x.png">',
  `<a href="javascript:alert(1)" ${rel}>x</a>`,
  `<a href="java&#9;script:alert(1)" ${rel}>x</a>`,
  `<a href="//evil.example" ${rel}>x</a>`,
  `<a href="ftp://evil.example" ${rel}>x</a>`,
  '<a href="https://x.example">x</a>',
  '<ol start="x">',
])('what the test takes for safe is not %j', (html) => {
  expect(isSafeHtml(html)).toBe(false)
})

test.each([
  [
    '# Rain\n\n*soft* **loud** ~~gone~~',
    '<h1>Rain</h1>\n<p><em>soft</em> <strong>loud</strong> <s>gone</s></p>\n',
  ],
  ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
  ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n'],
  ['> `x < y`', '<blockquote>\n<p><code>x &lt; y</code></p>\n</blockquote>\n'],
  ['```js\nx && y\n```', '<pre><code>x &amp;&amp; y\n</code></pre>\n'],
  ['a  \nb\n\n---', '<p>a<br />\nb</p>\n<hr />\n'],
  ['[x](/works?q=a&b "t")', `<p><a href="/works?q=a&amp;b" ${rel} title="t">x</a></p>\n`],
  ['https://x.example/a', `<p><a href="https://x.example/a" ${rel}>https://x.example/a</a></p>\n`],
  ['haruka@x.example', `<p><a href="mailto:haruka@x.example" ${rel}>haruka@x.example</a></p>\n`],
  ['![two *boats*](https://x.example/a.png)', '<p>two boats</p>\n'],
  ['雨の音 🌧', '<p>雨の音 🌧</p>\n'],
  ['', ''],
])('%j is shown', (content, html) => {
  expect(htmlOf(content)).toBe(html)
})

test('a table keeps its cells', () => {
  expect(htmlOf('|a|b|\n|:-|-:|\n|1|2|').replaceAll('\n', '')).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  )
})
