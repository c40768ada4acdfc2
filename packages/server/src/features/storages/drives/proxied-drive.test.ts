import { expect, test } from 'vitest'
import { startSocksProxy } from '../../../lib/testing/socks-proxy.ts'
import { listAll } from '../testing/storage-under-test.ts'
import { openFakeDrive } from './testing/fake-drive-storage.ts'

test('a drive behind a proxy is listed and read by it, and gives listeners no link of its own', async () => {
  await using proxy = await startSocksProxy()
  const { storage, given } = await openFakeDrive('dropbox', { proxyUrl: proxy.url })
  try {
    await given.put('1.wav', 'the sound')
    expect((await listAll(storage)).map(({ name }) => name)).toEqual(['1.wav'])
    const file = await storage.open('1.wav')
    expect(Buffer.from(await file.read({ start: 4, end: 8 })).toString()).toBe('sound')
    expect(storage.capabilities.links).toBe('proxy')
    expect(proxy.hosts.length).toBeGreaterThan(0)
  } finally {
    await given.close()
  }
})

test('drives of mainland China are reached without the proxy', async () => {
  await using proxy = await startSocksProxy()
  const { storage, given } = await openFakeDrive('aliyun_drive', { proxyUrl: proxy.url })
  try {
    await given.put('1.wav', 'the sound')
    expect((await listAll(storage)).map(({ name }) => name)).toEqual(['1.wav'])
    expect(storage.capabilities.links).toBe('redirect')
    expect(proxy.hosts).toEqual([])
  } finally {
    await given.close()
  }
})
