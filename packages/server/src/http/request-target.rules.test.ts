import { expect, test } from 'vitest'
import { hasManyHosts, readTarget } from './request-target.rules.ts'

test.each([
  ['/api/v3/works?q=1', '/api/v3/works?q=1', undefined],
  ['//evil.example/x', '//evil.example/x', undefined],
  ['http://shelf.example/api/v3/works?q=1', '/api/v3/works?q=1', 'shelf.example'],
  ['HTTPS://shelf.example:8330/', '/', 'shelf.example:8330'],
  ['http://shelf.example', '/', 'shelf.example'],
  ['http://shelf.example?q=/', '/?q=/', 'shelf.example'],
  ['http:///x', '/x', ''],
  ['*', '*', undefined],
  ['ftp://shelf.example/x', 'ftp://shelf.example/x', undefined],
])('%j is the path %j of the host %j', (line, url, host) => {
  expect(readTarget(line)).toEqual({ url, host })
})

test.each([
  [[], false],
  [['Host', 'a', 'Accept', 'host'], false],
  [['Host', 'a', 'X-Host', 'b'], false],
  [['Host', 'a', 'Accept', '*/*', 'hOST', 'a'], true],
])('%j has many hosts: %j', (headers, expected) => {
  expect(hasManyHosts(headers)).toBe(expected)
})
