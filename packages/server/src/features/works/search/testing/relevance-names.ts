/** Makers, people, series and genres of the invented works on which the search is judged. */
import type { FeedEntity } from '@koedana/contract/feed.ts'

export const makers = {
  bookmarkFire: { id: 'RG60001', name: 'しおりび工房', kana: 'しおりびこうぼう' },
  rainHouse: { id: 'RG60002', name: 'Rain House' },
  nightShelf: { id: 'RG60003', name: 'ヨルノトショカン', kana: 'ヨルノトショカン' },
  lanternStreet: { id: 'RG60004', name: 'Lantern Street' },
  moonlight: { id: 'RG60005', name: '月灯舎', kana: 'つきあかりしゃ' },
  unseen: { id: 'RG69999', name: '猫の隠れ家' },
} satisfies Names

export const people = {
  kotori: { id: 'p1', name: '水瀬ことり', kana: 'みなせことり' },
  shizuku: { id: 'p2', name: '雨宮しずく', kana: 'あめみやしずく' },
  himari: { id: 'p3', name: '佐倉ヒマリ', kana: 'さくらひまり' },
  tsubasa: { id: 'p4', name: '小鳥遊つばさ', kana: 'たかなしつばさ' },
  mike: { id: 'p5', name: '猫田みけ', kana: 'ねこたみけ' },
  jose: { id: 'p6', name: 'José Núñez' },
  fujisawa: { id: 'p7', name: '藤沢えみ', kana: 'ふじさわえみ' },
} satisfies Names

export const series = {
  stationFront: { id: 's1', name: '駅前ものがたり', kana: 'えきまえものがたり' },
  greenhouse: { id: 's2', name: 'Midnight Greenhouse' },
} satisfies Names

export const genres = {
  healing: { id: 'g1', name: '癒し', names: { 'zh-CN': '治愈', 'en-US': 'Healing' } },
  ears: { id: 'g2', name: '耳かき', names: { 'zh-CN': '掏耳朵', 'en-US': 'Ear Cleaning' } },
  aloud: { id: 'g3', name: '朗読', names: { 'zh-CN': '朗读', 'en-US': 'Read Aloud' } },
  asmr: { id: 'g4', name: 'ASMR' },
  daily: { id: 'g5', name: '日常', names: { 'zh-CN': '日常', 'en-US': 'Slice of Life' } },
} satisfies Names

type Names = Readonly<Record<string, FeedEntity>>
