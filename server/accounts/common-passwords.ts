/** The most common passwords in published leaks that meet the length rule, in lower case. */
const common = new Set(
  `12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321 11111111 111111111 1111111111 00000000
  000000000 88888888 99999999 12341234 11223344 1122334455 123123123 123321123 147258369 147852369 159357159 789456123 741852963
  123654789 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsx zaq1zaq1
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwertyuiop123 qwerasdf asdfghjk asdfghjkl asdfasdf asdf1234 zxcvbnm1
  zxcvbnm123 password password1 password12 password123 password1234 password! password1! passw0rd p@ssword p@ssw0rd p@ssword1
  pass1234 passwort passwort1 motdepasse contraseña iloveyou iloveyou1 iloveyou2 iloveyou! sunshine sunshine1 princess princess1 football
  football1 baseball baseball1 basketball superman superman1 batman123 spiderman pokemon1 pokemon123 starwars minecraft
  trustno1 whatever letmein1 letmein123 welcome1 welcome12 welcome123 changeme changeme1 changeme123 admin123 admin1234 admin12345
  administrator administrator1 root1234 rootroot testtest test1234 test12345 testing1 testing123 demo1234 user1234 guest123 default1
  master123 dragon123 monkey123 shadow123 michael1 jennifer jordan23 computer computer1 internet internet1 samsung1 samsung123
  google123 facebook facebook1 linkedin linkedin1 hello123 hello1234 helloworld abc12345 abcd1234 abcdefgh abcdefg1 a1b2c3d4
  aa123456 aa12345678 a1234567 a12345678 a123456789 aaaaaaaa qqqqqqqq zzzzzzzz 1234qwer 123qwe123 123qweasd qwe123qwe qweasdzxc
  q1q1q1q1 secret123 liverpool liverpool1 chelsea1 arsenal1 barcelona corvette mercedes ferrari1 chocolate chocolate1 butterfly
  elephant hello12345 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025
  fanfare1 fanfare123`.split(/\s+/),
);

/** Case is ignored: "Password123" is guessed as early as "password123". */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
