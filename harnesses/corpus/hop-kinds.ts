import type { Hop } from './hops.js';

/** The kinds of step that questions ask for: their cues in a question, their wording in a passage, and what they lead to. */
export function hopKinds(): Hop[] {
  const person = /\b(?:born|he|she|his|her|died|life)\b/i;
  const group = /\b(?:society|guild|organi[sz]ation|institution|association|members?|founded|established|devoted|promotes?|purpose|seat|based|headquarters|emblem|badge|statutes)\b/i;
  const place = /\b(?:town|village|city|settlement|river|inhabitants|population|lies|market|harbour|region|port)\b/i;
  return [
    {
      name: 'creator',
      ask: /\b(?:maker|author|writer|wrote|written|compos\w+|paint\w+|creat\w+|made|sculpt\w+|carv\w+|artist|penned|pen|design\w*|devis\w+|architect|built|builder|poet|behind|responsible)\b/gi,
      show: /\b(?:by|author|writer|wrote|written|compos\w+|paint\w+|creat\w+|made|maker|work of|works?|sculpt\w+|carv\w+|pen|design\w*|devis\w+|built|best known|rests|fame)\b/i,
      target: person,
    },
    {
      name: 'founder',
      ask: /\b(?:founders?|founded|owes?|set up|set it up|establish\w*|started|start|launched|began|initiator|originator|brought into being|called into being)\b/gi,
      show: /\b(?:founder|found\w* by|establish\w*|set (?:it )?up|started|creat\w+|launch\w*|beg[au]n|institut(?:ed|or)|owes?|initiat\w+|brought into|called into|statutes|order(?:ed)?)\b/i,
      target: person,
    },
    {
      name: 'teacher',
      ask: /\b(?:master|teacher|tutor|mentor|learn(?:ed|t)|taught|train\w*|stud(?:y|ied|ies)|pupil|student|apprentice\w*|instruct\w*|school\w*)\b/gi,
      show: /\b(?:master|teacher|tutor|mentor|learn\w*|taught|train\w*|stud(?:y|ied|ies)|pupil|student|apprentice\w*|instructed|instructor|schooled|lessons)\b/i,
      target: person,
    },
    {
      name: 'kin',
      ask: /\b(?:wife|husband|spouse|married|wed|wedded|father|mother|son|daughter|brother|sister|sibling|partner|parent|child)\b/gi,
      show: /\b(?:wife|husband|spouse|married|wed|wedded|father|mother|son|daughter|brother|sister|sibling|partner|parent|child)\b/i,
      target: person,
    },
    {
      name: 'patron',
      ask: /\b(?:publish\w*|financ\w+|fund(?:ed|er|s|ing)?|paid for|pay(?:s|ing)? for|commission\w*|sponsor\w*|backe[dr]|patron|costs?|brought out|issued|bankroll\w*)\b/gi,
      show: /\b(?:publish\w*|financ\w+|fund(?:ed|er|s)?|paid|commission\w*|sponsor\w*|backe[dr]|patron|costs?|expense|brought out|issued)\b/i,
      target: group,
    },
    {
      name: 'employer',
      ask: /\b(?:employ\w*|work(?:ed|s|ing)? (?:for|at)|members?|(?<!\b(?:genre|kind|type|form|category|class|sort)\b.*)belong\w*|joined|served|wages|salary|payroll|hired|engaged)\b/gi,
      show: /\b(?:employ\w*|work\w*|members?|belong\w*|joined|serv\w+|post|staff|secretary|clerk|taught at|engaged|hired|wages|salary|payroll|bread|took|career|position)\b/i,
      target: group,
    },
    {
      name: 'work',
      ask: /\b(?:(?:(?:best|most|well|widely)[\s-]+(?:known|famous|celebrated|renowned)|famous|chief|main|principal|major|greatest)\s+(?:work|book|piece|creation|composition|painting|poem|novel)|masterpiece|magnum opus|work(?=\s+(?:of|by|that|which)\b))\b/gi,
      show: /\b(?:success\w*|rests|fame|famous|famed|known for|best[\s-]known|remembered for|celebrated|renown\w*|masterpiece|greatest|wrote|written|work of|pen of|composed by|painted by|made by)\b/i,
      target: /\b(?:novel|poems?|play|opera|ballad|song|symphony|treatise|atlas|memoir|essay|cycle|chronicle|painting|pages|title page|written|wrote|pen|draft|appeared|published|came out)\b/i,
    },
    {
      name: 'region',
      ask: /\b(?:region|province|county|district|territory|part of the (?:country|land))\b/gi,
      show: /\b(?:lies|travell\w+|cross|settlements|town|village|city|region|province)\b/i,
      target: /\b(?:region|province|border|flag|banner|arms|colours|people)\b/i,
    },
    {
      name: 'place',
      ask: /\b(?:place|town|home|city|village|settlement|(?:come|comes|came|coming) from|hail\w*|born (?:in|at)|birthplace|native|seat|based|located|grew up|raised|headquarter\w*|situated|scene|setting|set in|takes? place)\b/gi,
      show: /\b(?:born|birth|native|baptis\w+|home|seat|based|located|birthplace|grew up|childhood|raised|headquarter\w*|situated|hail\w*|meets?|halls?|comes? from|set (?:in|at|near)|scene|action|takes? place|happens|describes?)\b/i,
      target: place,
    },
  ];
}
