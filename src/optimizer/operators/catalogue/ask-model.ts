import type { Operator } from '../operator.js';

/** The model's choice among the leads behind the first: one call a task. */
export const askModel: Operator = {
  name: 'ask-model',
  about: 'lets the model choose which of the leads stands second',
  settings: [6, 9],
  after: ['results'],
  helps: { dropped: 1 },
  asksModel: true,
  pieces: [
    {
      name: 'chooseSecond',
      file: 'choose-second.ts',
      dependsOn: ['ask-model'],
      code: (
        plan,
        { title, text },
      ) => `/** Lets the model choose which lead stands behind the first; when it gives no answer the order stays. */
export async function chooseSecond(question: string, leads: readonly Lead[], rt: Runtime): Promise<Lead[]> {
  const candidates = leads.slice(1, ${String(plan.get('ask-model'))});
  const [next, ...others] = candidates.map((lead) => lead.${title});
  if (others.length === 0) return [...leads];
  try {
    const chosen = await rt.llm.predict({
      instruction: 'Choose the title of the passage that helps most to answer the question.',
      input: { question, passages: candidates.map((lead) => ({ title: lead.${title}, text: lead.${text} })) },
      output: s.enum([next, ...others]),
    });
    return [...new Set([...leads.slice(0, 1), ...candidates.filter((lead) => lead.${title} === chosen), ...leads])];
  } catch (error) {
    rt.note('the model chose nothing', { error: String(error) });
    return [...leads];
  }
}`,
    },
  ],
  stage: {
    call: (question, rt) => `await chooseSecond(${question}, leads, ${rt})`,
    says: 'lets the model choose what stands second',
  },
};
