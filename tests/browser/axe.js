// Runs axe, which the page has already, and returns the violations that it finds.
//
// Rules about colours take longer than all others together. They look at one of the texts that look alike, and they
// alone look at a page again in the dark: what else it consists of is the same in both themes.
async coloursOnly => {
    const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
    // Which axe leaves out, unless it is told: that a finger hits them, and that a voice can say what it sees on them.
    const MORE_RULES = ["target-size", "label-content-name-mismatch"];

    const hasText = element => element.checkVisibility() && (
        element.matches("input, select, textarea")
        || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
    );
    // What is painted behind an element, from the nearest to the farthest.
    const ground = element => {
        const found = [];
        for (; element; element = element.parentElement) {
            const {backgroundColor, backgroundImage, opacity} = getComputedStyle(element);
            found.push(backgroundColor, backgroundImage, opacity);
        }
        return found.filter(value => !["rgba(0, 0, 0, 0)", "none", "1"].includes(value));
    };
    const look = element => {
        const {color, font, textDecoration} = getComputedStyle(element);
        const around = getComputedStyle(element.parentElement).color;
        return [element.localName, element.className, color, font, textDecoration, around, ...ground(element)].join();
    };
    const unlike = new Map([...document.body.querySelectorAll("*")].filter(hasText).map(each => [look(each), each]));

    const found = async (where, options) => {
        // Without preloading: axe would put a copy of imported style sheets into the page, which its policy forbids.
        const all = {preload: false, resultTypes: ["violations"], ...options};
        return (await axe.run(where, all)).violations;
    };
    const rules = Object.fromEntries([
        ...COLOUR_RULES.map(rule => [rule, {enabled: false}]),
        ...MORE_RULES.map(rule => [rule, {enabled: true}]),
    ]);
    return [
        ...(coloursOnly ? [] : await found(document, {rules})),
        ...(unlike.size ? await found({include: [...unlike.values()]}, {runOnly: COLOUR_RULES}) : []),
    ];
}
