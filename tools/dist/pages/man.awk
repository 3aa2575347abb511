# man.awk - makes the manual page, in the roff of man(7), of what `hitmask generate` prints
BEGIN {
    FS = "\t"
    spelled["\\"] = "\\e"
    spelled["-"] = "\\-"
}

function spell(text,    i, c, out) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        out = out (c in spelled ? spelled[c] : c)
    }
    return out
}

# A line of text in which roff reads no request.
function line(text) {
    print (text ~ /^[.']/ ? "\\&" : "") spell(text)
}

# Paragraphs are filled; lines that begin with spaces are not.
function put_text(text) {
    if (text == "") {
        print ".PP"
        return
    }
    if ((text ~ /^ /) != literal)
        print literal ? ".fi" : ".nf"
    literal = text ~ /^ /
    line(text)
}

function end_text() {
    if (literal)
        print ".fi"
    literal = 0
}

function put_example(about, commands,    lines, count, i) {
    if (examples++)
        print ".PP"
    print about
    print ".nf"
    count = split(commands, lines, "\n")
    for (i = 1; i <= count; i++)
        print "  " spell(lines[i])
    print ".fi"
}

$1 != "text" {
    end_text()
}

$1 == "version" {
    print ".TH HITMASK 1 \"\" \"hitmask " $2 "\" \"User Commands\""
    print ".SH NAME\nhitmask \\- pixel\\-perfect collision masks from sprite art"
    print ".SH SYNOPSIS\n.B hitmask\n\\fICOMMAND\\fR [\\fIoptions\\fR] ..."
    print ".br\n.B hitmask help\n[\\fICOMMAND\\fR|\\fITOPIC\\fR]"
    print ".br\n.B hitmask \\-\\-version"
    print ".SH DESCRIPTION"
    print "hitmask turns sprite art into collision masks and near\\-pixel points at"
    print "build time. A small library answers questions about them at run time."
    print ".SH COMMANDS"
}

$1 == "command" {
    print ".SS " $2 "\n.nf\n.B " spell($4) "\n.fi\n.PP"
    after_options = 0
}

$1 == "group" {
    print ".PP\n" $2 ":"
}

$1 == "option" {
    print ".TP"
    print ($3 != "" ? "\\fB\\-" $3 "\\fR, " : "") "\\fB" spell($2) "\\fR" \
        ($4 != "" ? " \\fI" $4 "\\fR" : "")
    line($7)
    after_options = 1
}

$1 == "topic" {
    print ".SH " $3
    after_options = 0
}

$1 == "text" {
    if (after_options)
        print ".PP"
    after_options = 0
    put_text($2)
}

# A test runs the examples, one after the other.
END {
    end_text()
    print ".SH EXAMPLES"
    put_example("Bake a folder of art:", "hitmask bake art/ -o game.hmk")
    put_example("Bake in a build, with a dependency file and a cache:",
        "hitmask bake art/ -o game.hmk -MD --cache art.cache")
    put_example("Cut a sheet into cells of 8 x 8 pixels, and show each for 100 ms:",
        "hitmask bake tiles.png --grid 8x8 --animate 100 -o tiles.hmk")
    put_example("Look at masks in a browser, over their art:",
        "hitmask inspect game.hmk --html game.html --embed-art --art art/")
    put_example("Find out why two sprites touch, and draw the answer:",
        "hitmask query game.hmk person.png enemy.png --at 20,8 --png why.png")
    put_example("Check a pack:", "hitmask verify game.hmk")
    put_example("See how another option changes the masks:",
        "hitmask bake art/ --alpha-threshold 127 -o new.hmk\nhitmask diff game.hmk new.hmk")
    print ".SH SEE ALSO"
    print ".BR cmake (1),\n.BR make (1),\n.BR ninja (1),\n.BR parallel (1),"
    print ".BR pkg\\-config (1)\n.PP"
    print "The header\n.I hitmask.h\nis the manual of the library."
    print "The folder\n.I share/hitmask\nof the installation has JSON schemas for configs and documents,"
    print "and code to copy into a game."
}
