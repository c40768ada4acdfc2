/** Built-in genre names as of 2026, used if a response has none. IDs never change, names do. */

/** One per line: ID, Japanese, English, simplified and traditional Chinese. Empty if unknown. */
export const genreNames = `
1|学校/学園|School / Academy|学校/学园|學校/校園
2|オフィス/職場|Office / Workplace|办公室/职场|辦公室/職場
3|屋外|Outdoor|室外|戶外
4|ラブラブ/あまあま|Lovey Dovey / Sweet Love|亲热/甜蜜|恩愛
5|ギャグ|Gag / Joke|搞笑|搞笑
7|コメディ|Comedy|喜剧|喜劇
8|日常/生活|Slice of Life / Daily Living|日常/生活|
9|ミリタリー|Military|军事|軍武
10|SF|SF|科幻|科幻
11|スポーツ|Sports|运动|運動
12|格闘|Fighting / Martial Arts|格斗|格鬥
13|ほのぼの|Heartwarming|温馨|溫馨
14|恋人同士|Lovers|情侣|情侶/戀人
15|シリアス|Serious|严肃/沉重|嚴肅
16|ファンタジー|Fantasy|奇幻|幻想
17|歴史/時代物|Epic / Historical|历史/时代物|歷史/古裝題材
19|ホラー|Horror|恐怖|恐怖
22|サスペンス|Suspense|悬疑|懸疑
26|オカルト|Occult|神秘现象|超自然現象
28|歳の差|Age Disparity|年龄差|年齡差異
29|魔法|Magic|魔法|
31|同居|Living Together|同居|
32|純愛|Pure Love|纯爱|
34|戦場|War / Battlefield|战场|戰場
51|萌え|Moe|萌|萌
52|燃え|Hot / Burning|燃|燃
53|健全|Wholesome|健全|
55|感動|Emotional / Touching|感动|
56|癒し|Healing|治愈|療癒
57|淡白/あっさり|Plain / Nonpersisting|平淡/冷淡|平淡/輕鬆
58|オールハッピー|Totally Happy|皆大欢喜|皆大歡喜
59|ツンデレ|Tsundere|傲娇|傲嬌
60|女性視点|Woman's Viewpoint|女性视角|女性角度
61|鬱|Depression / Depressing|致郁|憂鬱
73|アニメ|Anime|动画|動畫
74|制服|Uniform|制服|
75|セーラー服|Sailor-style Uniform|水手服|水手服
78|メイド|Maid|女仆|女僕
79|ナース|Nurse|护士|護士
80|巫女|Shrine Maiden|巫女|
81|軍服|Army Uniform|军服|
85|ゴスロリ|Gothic Lolita|哥特萝莉|哥德蘿莉
86|コスプレ|Cosplay|角色扮演|cosplay/角色扮演
91|着物/和服|Kimono / Japanese Clothes|浴衣/和服|和服
92|エプロン|Apron|围裙|圍裙
96|シスター|Sister / Nun|修女|修女
98|ウェイトレス|Waitress|侍女|女服務生
105|スーツ|Suit|西服|西裝
158|百合|Yuri / Girls Love|百合|
166|ショートカット|Short Hair|短发|短髮
167|ロングヘア|Long Hair|长发|長髮
170|金髪|Blonde Hair|金发|金髮
171|黒髪|Black Hair|黑发|黑髮
173|ポニーテール|Ponytail|马尾辫|馬尾
174|ツインテール|Twin Tail|双马尾|雙馬尾
175|ネコミミ|Nekomimi (Cat Ears)|猫耳|貓耳
176|獣耳|Animal Ears|兽耳|獸耳
177|長身|Tall Person|高挑|高挑身材
181|筋肉|Muscular|肌肉|肌肉
196|方言|Dialect (Language)|方言|
197|ボクっ娘|Boyish Girl|男性自称少女/仆娘|男性自稱少女/僕娘
198|無表情|Expressionless / Deadpan|无表情|
209|年上|Senior|年上|
212|妹|Younger Sister|妹妹|妹妹
213|母親|Mother|母亲|
220|お姉さん|Oneesan / Older Girl / Older Sister|姐姐|
222|幼なじみ|Childhood Friend|青梅竹马|
223|双子|Twins|双胞胎|雙胞胎
226|女教師|Female Teacher|女教师|女老師
227|教師|Teacher|教师|老師
230|サラリーマン|Salaried Worker||
232|OL|Office Lady|OL|
233|戦士|Warrior|战士|戰士
234|女王様/お姫様|Queen / Princess|女王/公主|女王/公主
235|エルフ/妖精|Elf / Fairy|精灵/妖精|精靈/妖精
237|天使/悪魔|Angel / Demon|天使/恶魔|天使/惡魔
239|幽霊|Ghost|幽灵|幽靈
240|魔法少女|Magical Girl|魔法少女|
241|魔法使い/魔女|Magician / Witch|魔法师/魔女|魔法師/魔女
242|お嬢様|Upper-class Girl|大小姐|大小姐
243|妖怪|Youkai|妖怪|
246|天然|Natural Airhead|天然呆|
249|擬人化|Personification|拟人化|
251|けもの/獣化|Kemo / Animalization / Transfur|野兽/兽化|野獸/獸化
254|ロボット/アンドロイド|Robot / Android|机器人/仿生人|機器人/人造人
255|メガネ|Glasses|眼镜|
268|姉妹|Sisters|姐妹|姊妹
269|変身ヒロイン|Transforming Girl|变身女主|變身女主角
274|兄|Older Brother|哥哥|哥哥
281|同級生/同僚|Classmate / Colleague|同学/同事|同學/同事
284|警察/刑事|Police / Detective|警察/刑警|警察/刑警
285|先輩/後輩|Junior / Senior (at work, school, etc)|前辈/后辈|前輩/後輩
288|主従|Master and Servant|主从/主仆|主奴
293|執事|Butler|管家/执事|
296|シリーズもの|Serial Product|系列作品|
298|ミステリー|Mystery|推理|推理
301|電車|Train|电车|
308|料理/グルメ|Cooking / Gourmet||
309|アンソロジー|Anthology|作品集|作品集
316|ヤンデレ|Yandere|病娇|病嬌
317|人外娘/モンスター娘|Nonhuman / Monster Girl|人外娘/魔物娘|人外娘/魔物娘
400|学生|Student|学生|學生
405|レスラー/格闘家|Wrestler / Fighter|摔角手/格斗家|摔角手/格鬥家
409|芸能人/アイドル/モデル|Entertainer / Idol / Model|艺人/偶像/模特|藝人/偶像/模特兒
411|体育会系/スポーツ選手|Jock / Athlete / Sports|体育系/运动员|體育社團系/運動選手
412|外国人|Foreigner||外國人
414|ゾンビ|Zombie|僵尸/丧尸|殭屍
415|ギャル|Gal|辣妹|辣妹
419|不良/ヤンキー|Delinquent / Hoodlum|不良/混混|不良少年
424|上司|Boss|上司|
427|王子様/王子系|Prince / Royalty|王子殿下/王子系|王子/王子系
432|女主人公|Female Protagonist||女主角
438|同棲|Cohabitation|婚前同居|同居
441|ノンフィクション/体験談|Non-fiction / Real Story|非虚构/纪实|真實體驗/非虛構
442|耳かき|Ear Cleaning|掏耳|掏耳朵
454|動物/ペット|Animal / Pet|动物/宠物|動物/寵物
455|ラブコメ|Love Comedy / Romcom|爱情喜剧|愛情喜劇
491|女性向|Girls' Side|女性向|
494|ロマンス|Romance|浪漫|
496|バイノーラル/ダミヘ|Binaural|双声道立体声/人头麦|環繞音
497|ASMR|ASMR|ASMR|
498||DLsite Official Translation||
502|男主人公|Male Protagonist||男主角
503|ささやき|Whispering|低语|低語
505|くノ一|Kunoichi (Ninja Girl)|女忍者|女忍者
507|技術書|Technical Book|技术书|
508|TRPG|TRPG|TRPG（桌游）|TRPG（桌面遊戯）
509|3D作品|3D Works|3D作品|
511||Light Novel||
512|東方Project|Touhou Project|东方Project|
513|VTuber|VTuber|VTuber|
515|総集編|Compilation|总集篇|總集篇
519|異世界転生|Isekai Reincarnation|异世界转生|
520|悪役令嬢|Villainous Daughter|反派千金|
538|ママ|Mommie|妈妈|
539|体格差|Body Size Disparity|体型差|體型差
541|獣人|Beastkin|兽人|獸人
544||Adventure/Action||
546||For Women||
634||Audiobooks||
636|添い寝|Co-sleeping|陪睡|
637|キス|Kissing|亲吻|
638|耳ふー|Ear Blowing|吹耳朵|
639|睡眠導入|Sleep Induction|助眠|
651|敬語|Formal Speech|敬语|
652|溺愛|Infatuation|溺爱|
653|両片思い||双向暗恋|雙向暗戀
659|マッサージ|Massage|按摩|
660|ダウナー|Languid|阴郁系|
662|人外|||
`
