/** Words that a reader who knows GraphQL and Node would not understand in this project. */
export const privateWords = /\b(lane|asker|under way|forsake|known heads|untaken|the house)\b/i;
