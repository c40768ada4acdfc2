/** The words of the first run, which a server has but once. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useSetupWords = lazyWords({
  'zh-CN': () => import('../locales/setup/zh-CN.json'),
  'en-US': () => import('../locales/setup/en-US.json'),
  'ja-JP': () => import('../locales/setup/ja-JP.json'),
})

/** Folders are called the same there as on the page of storages. */
export const useFolderWords = lazyWords({
  'zh-CN': () => import('../locales/storages/zh-CN.json'),
  'en-US': () => import('../locales/storages/en-US.json'),
  'ja-JP': () => import('../locales/storages/ja-JP.json'),
})
